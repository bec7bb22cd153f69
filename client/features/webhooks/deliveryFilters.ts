import type { WebhookDeliveryStatus, WebhookEventType } from '../../__generated__/lazyOperations';
import { isEvent } from './webhookLabels';

/** Kept in the URL, so that Back and a reload restore it. */
export interface DeliveryFilters {
  endpoint: string;
  status: WebhookDeliveryStatus | '';
  event: WebhookEventType | '';
}

export const statusChoices = [
  ['', 'All'],
  ['PENDING', 'Waiting'],
  ['DELIVERED', 'Delivered'],
  ['FAILED', 'Failed'],
] as const satisfies readonly (readonly [WebhookDeliveryStatus | '', string])[];

export function readFilters(params: URLSearchParams): DeliveryFilters {
  const event = params.get('event') ?? '';
  return {
    endpoint: params.get('endpoint') ?? '',
    status: statusChoices.find(([status]) => status === params.get('status'))?.[0] ?? '',
    event: isEvent(event) ? event : '',
  };
}

export const writeFilters = (filters: DeliveryFilters): URLSearchParams =>
  new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ''));

export const toFilter = ({ endpoint, status, event }: DeliveryFilters) => ({
  ...(endpoint !== '' && { endpointId: endpoint }),
  ...(status !== '' && { status }),
  ...(event !== '' && { eventType: event }),
});
