import { array, object, string } from 'yup';
import { isSame } from '../../lib/isSame';
import { isEvent } from './webhookLabels';

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

type Fields = Readonly<Pick<WebhookValues, 'url' | 'description'>> & { readonly events: readonly string[] };

export const toInput = ({ url, description, events }: Fields) => ({
  url: url.trim(),
  description: description.trim(),
  events: events.filter(isEvent),
});

/** The fields of `after` that differ from `before`. */
export function changesOf(before: Fields, after: Fields): Partial<ReturnType<typeof toInput>> {
  const [from, to] = [toInput(before), toInput(after)];
  return Object.fromEntries(
    fields.filter((field) => !isSame(from[field], to[field])).map((field) => [field, to[field]]),
  );
}
