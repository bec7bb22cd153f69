import { constants } from '../../lib/constants';

interface Reached {
  rows: number;
  hasNextPage: boolean;
  /** How many rows have been asked for so far. */
  target: number;
  failed: boolean;
}

/**
 * What a list does next: nothing at its end, `fill` a page that came back short (decision 41), load the next one when the
 * shopper comes near it, or wait for the button (decision 20). After a failure only the shopper's word goes on.
 */
export function nextStep({ rows, hasNextPage, target, failed }: Reached): 'end' | 'fill' | 'onScroll' | 'onDemand' {
  if (!hasNextPage) return 'end';
  if (failed) return 'onDemand';
  if (rows < target) return 'fill';
  return rows < constants.pageSize * constants.automaticPages ? 'onScroll' : 'onDemand';
}
