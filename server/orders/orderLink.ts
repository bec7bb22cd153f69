import { deletedBuyer } from '../auth/deletedBuyer';
import { randomUUID } from 'node:crypto';
import { authorize } from '../auth/authorize';
import type { Context } from '../context';
import type { OrderLinkJob } from '../database/jobs.repository';
import { parseInput } from '../graphql/input';
import { messageIdOf, queueMessage, type NewMessage } from '../mail/queueMessage';
import type { OutboxDocument } from '../mail/outbox.repository';
import { requireEmail } from '../users/resolvePerson';
import { findTyped } from './orderNumber';
import { orderLinkInput } from './orders.input';

export const linkSentence = 'If the order exists, we have sent you a link.';

/** Per order, so that nobody can flood its buyer's mailbox. */
const linkIntervalMs = 60 * 60_000;

type LinkDeps = Pick<Context, 'repositories' | 'now'>;

/**
 * Mails an order's link if number and e-mail match. The job is stored before the response, whether or not there is such
 * an order: it survives a crash, and neither text nor timing of the response tell whether the order exists.
 */
export async function requestOrderLink(context: Context, input: unknown): Promise<string> {
  await authorize(context, 'findOrder');
  const { number, email } = parseInput(orderLinkInput, input);
  const job: OrderLinkJob = {
    ...{ _id: `orderLink:${randomUUID()}`, kind: 'orderLink', number, email: requireEmail(email) },
    startedAt: context.now(),
  };
  await context.repositories.jobs.start(job);
  void finishOrderLink(context, job).catch((error: unknown) =>
    context.log.warn({ err: error }, 'the link to an order has to wait'),
  );
  return linkSentence;
}

/** Idempotent, also when run concurrently. */
export async function finishOrderLink(deps: LinkDeps, { _id, number, email }: OrderLinkJob): Promise<void> {
  await sendLink(deps, number, email);
  await deps.repositories.jobs.finish(_id);
}

/** At most one within an hour, except for those that were never sent; concurrent requests share one message. */
export async function sendLink({ repositories, now }: LinkDeps, number: string, email: string): Promise<void> {
  const order = await findTyped(repositories, number);
  // With a deleted account, the link could not be opened.
  if (order?.email !== email || order.buyerUid === deletedBuyer) return;
  const message = { content: { kind: 'ORDER_LINK' }, order: order._id, recipient: email } as const;
  const last = await repositories.outbox.findNewest(order._id, 'ORDER_LINK');
  if (last && last.status !== 'FAILED' && last.createdAt.getTime() > now().getTime() - linkIntervalMs) return;
  const event = String(countOf(message, last) + 1);
  await queueMessage({ repositories, now }, { ...message, event, buyerUid: order.buyerUid });
}

/** How many links of the order were sent before. */
const countOf = (message: Omit<NewMessage, 'buyerUid'>, last: OutboxDocument | null): number =>
  last ? Number(last._id.slice(messageIdOf({ ...message, event: '' }).length)) : 0;
