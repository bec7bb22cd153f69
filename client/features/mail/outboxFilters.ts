import type { MessageStatus } from '../../__generated__/lazyOperations';

/** Kept in the URL, so that Back and a reload restore it. */
export interface OutboxFilters {
  status: MessageStatus | '';
}

export const statusChoices = [
  ['', 'All'],
  ['PENDING', 'Waiting'],
  ['SENT', 'Sent'],
  ['FAILED', 'Failed'],
] as const satisfies readonly (readonly [MessageStatus | '', string])[];

export const readFilters = (params: URLSearchParams): OutboxFilters => ({
  status: statusChoices.find(([status]) => status === params.get('status'))?.[0] ?? '',
});

export const writeFilters = ({ status }: OutboxFilters): URLSearchParams =>
  new URLSearchParams(status === '' ? {} : { status });
