import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import type Stripe from 'stripe';
import { z } from 'zod';
import type { ProviderNotice } from '../provider';

const toleranceSeconds = 300;

const reference = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]);
const eventShape = z.object({
  id: z.string(),
  type: z.string(),
  data: z.object({
    object: z.object({ object: z.string(), id: z.string().optional(), payment_intent: reference.nullish() }),
  }),
});

interface NoticeDeps {
  readonly stripe: Pick<Stripe, 'webhooks'>;
  /** Several while they are rotated: one of them has to match. */
  readonly secrets: readonly string[];
  readonly now: () => Date;
}

/** null: not signed by Stripe, or outside the time window. */
export function readStripeNotice(
  { stripe, secrets, now }: NoticeDeps,
  body: Buffer,
  headers: IncomingHttpHeaders,
): ProviderNotice | null {
  const signature = headers['stripe-signature'];
  // The package would verify the decoded text of invalid UTF-8 rather than the bytes.
  if (typeof signature !== 'string' || !isUtf8(body)) return null;
  if (!isOfNow(signature, now())) return null;
  const text = body.toString('utf8');
  for (const secret of secrets) {
    try {
      const event = stripe.webhooks.constructEvent(
        text,
        signature,
        secret,
        toleranceSeconds,
        undefined,
        now().getTime(),
      );
      return noticeOf(event);
    } catch {
      // Signed with another secret, or not at all.
    }
  }
  return null;
}

/** The package only rejects old ones. A timestamp in the future would stay valid until then. */
function isOfNow(signature: string, now: Date): boolean {
  const time = signature.split(',').findLast((part) => part.startsWith('t='));
  const age = Math.floor(now.getTime() / 1_000) - Number.parseInt(time?.slice(2) ?? '', 10);
  return Math.abs(age) <= toleranceSeconds;
}

/** Only the payment's id is used, whatever the event is about. */
function noticeOf(event: unknown): ProviderNotice | null {
  const read = eventShape.safeParse(event);
  if (!read.success) return null;
  const { id, type, data } = read.data;
  const { object } = data;
  const intent = object.object === 'payment_intent' ? object.id : object.payment_intent;
  return { id, kind: type, providerId: intent ?? object.id ?? id };
}
