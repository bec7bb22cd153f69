import type { CreateFulfillmentsMutation } from '../../__generated__/lazyOperations';
import { formatCount } from '../../lib/formatCount';

type Results = NonNullable<CreateFulfillmentsMutation['createFulfillments']>['results'];

/** The result for one of several orders. */
export type OrderResult = Pick<Results[number], 'number' | 'error'>;

export interface Shipment {
  readonly number: string;
  readonly id: string;
}

export const refusedOf = (results: readonly OrderResult[]): OrderResult[] =>
  results.filter(({ error }) => error !== null);

export const shipmentsOf = (results: Results): Shipment[] =>
  results.flatMap(({ number, fulfillmentId }) => (fulfillmentId === null ? [] : [{ number, id: fulfillmentId }]));

/** What an answer says of a shipment. */
interface ShippedOrder {
  readonly fulfillmentId: string | null;
  readonly order: {
    readonly fulfillments: readonly {
      readonly id: string;
      readonly shippedAt: string;
      readonly canUndoUntil: string | null;
    }[];
  } | null;
}

/** How long all of them can be undone, by the server's clock, because the browser's may be wrong. Null: not at all. */
export function undoMsOf(results: readonly ShippedOrder[]): number | null {
  const shipments = results.flatMap(({ fulfillmentId, order }) =>
    (order?.fulfillments ?? []).filter(({ id }) => id === fulfillmentId),
  );
  const ends = shipments.map(({ canUndoUntil }) => (canUndoUntil === null ? 0 : Date.parse(canUndoUntil)));
  const answeredAt = Math.max(...shipments.map(({ shippedAt }) => Date.parse(shippedAt)));
  const left = Math.min(...ends) - answeredAt;
  return shipments.length > 0 && left > 0 ? left : null;
}

/** The report lists all of them. */
const maxNamed = 5;

interface ResultSummary {
  /** '11 shipped, 1 not' */
  readonly words: string;
  /** Whether all were rejected for the same reason. */
  readonly reason?: string;
  /** The rejected ones. */
  readonly names?: string;
}

export function describeResults(done: string, results: readonly OrderResult[]): ResultSummary {
  const refused = refusedOf(results);
  const words = `${formatCount(results.length - refused.length)} ${done}`;
  if (refused.length === 0) return { words };
  const reasons = [...new Set(refused.map(({ error }) => error))];
  const [reason] = reasons;
  const more = refused.length - maxNamed;
  const names = refused.slice(0, maxNamed).map(({ number }) => number);
  return {
    words: `${words}, ${formatCount(refused.length)} not`,
    ...(reasons.length === 1 && reason && { reason }),
    names: more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', '),
  };
}
