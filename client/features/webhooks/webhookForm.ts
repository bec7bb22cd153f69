import { array, object, string } from 'yup';
import type { WebhookEventType } from '../../__generated__/lazyOperations';
import { isEvent } from './webhookWords';

export interface WebhookValues {
  url: string;
  description: string;
  events: string[];
}

export const emptyWebhook: WebhookValues = { url: '', description: '', events: [] };

/** The server validates the rest of an address. */
export const webhookSchema = object({
  url: string().trim().required('URL is required').max(1_000, 'URL must be at most 1,000 characters'),
  description: string().trim().max(200, 'Description must be at most 200 characters'),
  events: array().of(string().defined()).min(1, 'Choose at least one event'),
});

const fields: readonly (keyof WebhookValues)[] = ['url', 'description', 'events'];

export const isWebhookField = (field: string | undefined): field is keyof WebhookValues =>
  fields.some((name) => name === field);

export const toInput = ({ url, description, events }: WebhookValues) => ({
  url: url.trim(),
  description: description.trim(),
  events: events.filter((event): event is WebhookEventType => isEvent(event)),
});
