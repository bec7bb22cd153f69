import { UnavailableError } from '../errors';
import { sellerOf } from '../settings/shopSettings';
import type { IssuedNumber, OrderDocument } from './orderDocument';
import type { OrderParts } from './orderParts';
import type { OrderChange } from './orders.repository';
import type { LastNumber, NumberHolder, PaperNumbersRepository, Series } from './paperNumbers.repository';
import { lacksCreditNote, lacksInvoice, withCreditNote } from './papers';

export type NumberParts = Pick<OrderParts, 'now'> & {
  readonly repositories: Pick<OrderParts['repositories'], 'orders' | 'paperNumbers' | 'shopSettings'>;
};

/** Each lost try means that another process was faster. */
const triesAtOnce = 100;

/**
 * The next number of a series for an order's paper, and what has to be written on the order. No number is left out: whoever wants one
 * writes the one before it on its holder first. None is given twice: the order is read after the counter, and the counter does not move
 * before the last number is written; who still lacks one then was given none of those up to there. null: somebody else has written it.
 */
export function issueNumber(parts: NumberParts, series: Series, holder: NumberHolder): Promise<OrderChange | null> {
  return inTurn(parts.repositories.paperNumbers, () => issueNow(parts, series, holder));
}

async function issueNow(parts: NumberParts, series: Series, holder: NumberHolder): Promise<OrderChange | null> {
  const { orders, paperNumbers } = parts.repositories;
  for (let tries = 0; tries < triesAtOnce; tries += 1) {
    const last = await paperNumbers.findLast(series);
    if (last.holder && !isSame(last.holder, holder)) await writeNumber(parts, last.holder, last);
    const order = await orders.find(holder.order);
    if (!order || !isLacking(order, holder)) return null;
    if (last.holder && isSame(last.holder, holder)) return changeWith(parts, order, holder, last);
    await paperNumbers.give(series, last, { holder, at: laterOf(parts.now(), last.at) });
  }
  throw new UnavailableError();
}

/** The clocks of several processes differ; the numbers' dates do not go back. */
const laterOf = (one: Date, other: Date): Date => (one > other ? one : other);

const isSame = (one: NumberHolder, other: NumberHolder): boolean =>
  one.order === other.order && one.refund === other.refund;

function isLacking(order: OrderDocument, { refund }: NumberHolder): boolean {
  if (refund === null) return lacksInvoice(order);
  return (order.refunds ?? []).some((each) => each.id === refund && lacksCreditNote(each));
}

/** Whoever was given it may have ended before it was written. */
async function writeNumber(parts: NumberParts, holder: NumberHolder, given: LastNumber): Promise<void> {
  const { orders } = parts.repositories;
  for (let tries = 0; tries < triesAtOnce; tries += 1) {
    const order = await orders.find(holder.order);
    if (!order || !isLacking(order, holder)) return;
    if (await orders.change(order, await changeWith(parts, order, holder, given))) return;
  }
  throw new UnavailableError();
}

async function changeWith(
  { repositories: { shopSettings } }: NumberParts,
  order: OrderDocument,
  { refund }: NumberHolder,
  { last, at }: LastNumber,
): Promise<OrderChange> {
  const issued: IssuedNumber = { number: last, issuedAt: at };
  if (refund !== null) return { refunds: withCreditNote(order, refund, issued) };
  return { invoice: { ...issued, seller: sellerOf((await shopSettings.get()).seller) } };
}

/** By the repository: one of each process. Of many at once in one process every one but the first would try in vain. */
const turns = new WeakMap<PaperNumbersRepository, Promise<unknown>>();

function inTurn<T>(repository: PaperNumbersRepository, work: () => Promise<T>): Promise<T> {
  const before = turns.get(repository) ?? Promise.resolve();
  const mine = before.then(work, work);
  turns.set(repository, mine);
  return mine;
}
