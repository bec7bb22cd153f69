import type { OrdersRepository } from '../orders/orders.repository';
import type { PaymentMovement, PaymentProvider } from '../payments/provider';
import { compareFact, compareMovement, type Compared } from './compareMoney';
import { factsOf } from './orderMoney';
import { movementWindow } from './movementWindow';
import type { Day } from './reconciledDay';
import type { Difference, Verdict } from './reconciliations.repository';

export interface CompareDeps {
  readonly orders: Pick<OrdersRepository, 'findMovedBetween' | 'findMoneyOf'>;
  readonly provider: PaymentProvider;
  readonly now: () => Date;
  /** Called periodically as progress. */
  readonly goesOn: () => Promise<void>;
}

const hourMs = 60 * 60_000;
/** Slice of a day that is compared at a time. */
const sliceMs = 3 * hourMs;
const maxDifferences = 100;

/**
 * Matches the provider's charges and refunds with the orders', in both directions. A pair belongs to the day on which
 * the provider moved it; ids match it even if the shop's clock dates it to another hour or day.
 */
export async function compareDay(deps: CompareDeps, day: Day): Promise<Verdict> {
  const { provider, now, goesOn } = deps;
  const tally = createTally();
  const window = movementWindow(provider.movements(later(day.from, -hourMs), later(day.until, hourMs)));
  try {
    for (let from = day.from; from < day.until && from < later(now(), hourMs); from = later(from, sliceMs)) {
      await goesOn();
      const to = later(from, sliceMs);
      for await (const batch of window.readTo(later(to, hourMs), later(from, -hourMs)))
        await compareBatch(deps, day, batch, tally);
      for (const order of await deps.orders.findMovedBetween({ from, to }, provider.name)) {
        const alone = factsOf(order).filter(
          ({ about, id, at }) => at >= from && at < to && !window.has(`${about}:${id}`),
        );
        for (const fact of alone) tally.add(await compareFact({ provider, day, isFull: tally.isFull() }, order, fact));
      }
    }
  } finally {
    await window.close();
  }
  return tally.verdict();
}

const later = (moment: Date, ms: number): Date => new Date(moment.getTime() + ms);

async function compareBatch(
  { orders, provider }: CompareDeps,
  day: Day,
  batch: readonly PaymentMovement[],
  tally: ReturnType<typeof createTally>,
): Promise<void> {
  const ofDay = batch.filter(({ at }) => at >= day.from && at < day.until);
  const ids = ofDay.flatMap(({ paymentId }) => paymentId ?? []);
  const found = ids.length === 0 ? [] : await orders.findMoneyOf(ids);
  const byPayment = new Map(found.map((order) => [order.payment.id, order]));
  for (const movement of ofDay) {
    const order = movement.paymentId === null ? null : (byPayment.get(movement.paymentId) ?? null);
    tally.count();
    tally.add(await compareMovement({ provider, day, isFull: tally.isFull() }, movement, order));
  }
}

function createTally() {
  const differences: Difference[] = [];
  /** A refund that has failed on the same day is reported twice. */
  const isListed = ({ id }: Difference): boolean => differences.some((each) => each.id === id);
  let [providerCents, ordersCents, movements, differenceCount] = [0, 0, 0, 0];
  return {
    count(): void {
      movements += 1;
    },
    add(compared: Compared): void {
      if (compared.difference && isListed(compared.difference)) return;
      providerCents += compared.providerCents;
      ordersCents += compared.ordersCents;
      if (!compared.difference) return;
      differenceCount += 1;
      if (differences.length < maxDifferences) differences.push(compared.difference);
    },
    isFull: (): boolean => differences.length >= maxDifferences,
    verdict: (): Verdict => ({ providerCents, ordersCents, movements, differences, differenceCount }),
  };
}
