import { constants } from '../../lib/constants';

interface Reached {
  rows: number;
  hasNextPage: boolean;
  /** Rows requested so far. */
  target: number;
  failed: boolean;
}

/**
 * What a list does next: nothing at its end, `fill` a short page (decision 41), load the next page on scroll, or wait for the
 * button (decision 20), also after a failure.
 */
export function nextStep({ rows, hasNextPage, target, failed }: Reached): 'end' | 'fill' | 'onScroll' | 'onDemand' {
  if (!hasNextPage) return 'end';
  if (failed) return 'onDemand';
  if (rows < target) return 'fill';
  return rows < constants.pageSize * constants.automaticPages ? 'onScroll' : 'onDemand';
}
