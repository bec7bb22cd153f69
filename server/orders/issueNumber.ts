import { UnavailableError } from '../errors';
import { sellerOf } from '../settings/shopSettings';
import type { IssuedNumber, OrderDocument } from './orderDocument';
import type { OrderDeps } from './orderDeps';
import type { OrderChange } from './orders.repository';
import type { LastNumber, NumberHolder, PaperNumbersRepository, Series } from './paperNumbers.repository';
import { lacksCreditNote, lacksInvoice, withCreditNote } from './documentNumbers';

export type NumberDeps = Pick<OrderDeps, 'now'> & {
  readonly repositories: Pick<OrderDeps['repositories'], 'orders' | 'paperNumbers' | 'shopSettings'>;
};

/** Each failed try means that another process was faster. */
const maxTries = 100;

/**
 * Draws the next number of a series for an order's invoice or credit note, and returns the change to store. Gapless:
 * before drawing, the previous number is written to its holder. Unique: the order is read after the counter, and the
 * counter advances only once the last number is written; a holder that lacks one by then has none of the earlier ones.
 * null: another process has written it.
 */
export function issueNumber(deps: NumberDeps, series: Series, holder: NumberHolder): Promise<OrderChange | null> {
  return enqueue(deps.repositories.paperNumbers, () => issueNow(deps, series, holder));
}

async function issueNow(deps: NumberDeps, series: Series, holder: NumberHolder): Promise<OrderChange | null> {
  const { orders, paperNumbers } = deps.repositories;
  for (let tries = 0; tries < maxTries; tries += 1) {
    const last = await paperNumbers.findLast(series);
    if (last.holder && !isSame(last.holder, holder)) await writeNumber(deps, last.holder, last);
    const order = await orders.find(holder.order);
    if (!order || !isLacking(order, holder)) return null;
    if (last.holder && isSame(last.holder, holder)) return changeWith(deps, order, holder, last);
    await paperNumbers.give(series, last, { holder, at: laterOf(deps.now(), last.at) });
  }
  throw new UnavailableError();
}

/** Process clocks differ; the dates of issue must not go backwards. */
const laterOf = (one: Date, other: Date): Date => (one > other ? one : other);

const isSame = (one: NumberHolder, other: NumberHolder): boolean =>
  one.order === other.order && one.refund === other.refund;

function isLacking(order: OrderDocument, { refund }: NumberHolder): boolean {
  if (refund === null) return lacksInvoice(order);
  return (order.refunds ?? []).some((each) => each.id === refund && lacksCreditNote(each));
}

/** The process that has drawn the number may have crashed before writing it. */
async function writeNumber(deps: NumberDeps, holder: NumberHolder, given: LastNumber): Promise<void> {
  const { orders } = deps.repositories;
  for (let tries = 0; tries < maxTries; tries += 1) {
    const order = await orders.find(holder.order);
    if (!order || !isLacking(order, holder)) return;
    if (await orders.change(order, await changeWith(deps, order, holder, given))) return;
  }
  throw new UnavailableError();
}

async function changeWith(
  { repositories: { shopSettings } }: NumberDeps,
  order: OrderDocument,
  { refund }: NumberHolder,
  { last, at }: LastNumber,
): Promise<OrderChange> {
  const issued: IssuedNumber = { number: last, issuedAt: at };
  if (refund !== null) return { refunds: withCreditNote(order, refund, issued) };
  return { invoice: { ...issued, seller: sellerOf((await shopSettings.get()).seller) } };
}

/** One queue per repository, and so per process: of concurrent calls in one process, all but the first would retry in vain. */
const queues = new WeakMap<PaperNumbersRepository, Promise<unknown>>();

function enqueue<T>(repository: PaperNumbersRepository, work: () => Promise<T>): Promise<T> {
  const before = queues.get(repository) ?? Promise.resolve();
  const mine = before.then(work, work);
  queues.set(repository, mine);
  return mine;
}
