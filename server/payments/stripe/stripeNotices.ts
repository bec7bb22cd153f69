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

interface NoticeParts {
  readonly stripe: Pick<Stripe, 'webhooks'>;
  /** Several while they are rotated: one of them has to fit. */
  readonly secrets: readonly string[];
  readonly now: () => Date;
}

/** null: it is not signed by Stripe, or of another time. */
export function readStripeNotice(
  { stripe, secrets, now }: NoticeParts,
  body: Buffer,
  headers: IncomingHttpHeaders,
): ProviderNotice | null {
  const signature = headers['stripe-signature'];
  // Of bytes that are no text the package would verify what it makes of them.
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
      // Signed with another one, or by nobody.
    }
  }
  return null;
}

/** The package refuses what is old. What is signed for a time to come would be good until then. */
function isOfNow(signature: string, now: Date): boolean {
  const time = signature.split(',').findLast((part) => part.startsWith('t='));
  const age = Math.floor(now.getTime() / 1_000) - Number.parseInt(time?.slice(2) ?? '', 10);
  return Math.abs(age) <= toleranceSeconds;
}

/** Whatever it is about, the payment's name is what counts. */
function noticeOf(event: unknown): ProviderNotice | null {
  const read = eventShape.safeParse(event);
  if (!read.success) return null;
  const { id, type, data } = read.data;
  const { object } = data;
  const intent = object.object === 'payment_intent' ? object.id : object.payment_intent;
  return { id, kind: type, providerId: intent ?? object.id ?? id };
}
