import { authorize } from '../auth/authorize';
import type { Context } from '../context';
import { parseInput } from '../graphql/input';
import { queueMessage } from '../mail/queueMessage';
import { requireEmail } from '../users/resolvePerson';
import { orderLinkInput } from './orders.input';

export const linkSentence = 'If the order exists, we have sent you a link.';

/** Of one order, so that nobody fills its buyer's mailbox. */
const linkEveryMs = 60 * 60_000;

/**
 * Writes to the buyer of an order where number and e-mail fit. The answer is the same and does not wait for it: neither its words nor
 * the time it takes tell anybody whether there is such an order.
 */
export async function requestOrderLink(context: Context, input: unknown): Promise<string> {
  await authorize(context, 'findOrder');
  const { number, email } = parseInput(orderLinkInput, input);
  void sendLink(context, number, requireEmail(email)).catch((error: unknown) =>
    context.log.warn({ err: error }, 'the link to an order could not be sent'),
  );
  return linkSentence;
}

/** At most one in an hour: whoever asks again meets the same message. */
export async function sendLink(
  { repositories, now }: Pick<Context, 'repositories' | 'now'>,
  number: string,
  email: string,
): Promise<void> {
  const order = await repositories.orders.find(number.toUpperCase());
  if (order?.email !== email) return;
  const event = String(Math.floor(now().getTime() / linkEveryMs));
  const message = { content: { kind: 'ORDER_LINK' }, order: order._id, recipient: email, event } as const;
  await queueMessage({ repositories, now }, { ...message, buyerUid: order.buyerUid });
}
