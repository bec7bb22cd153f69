import { z } from 'zod';
import { maxWrittenLength } from '../auth/canonicalEmail';
import { line, orNull } from '../graphql/input';
import { cardNumberMessage, looksLikeCardNumber } from '../text/cardNumber';
import { toCents } from '../products/money';
import { oneKey, productKeyFields } from '../products/productKey';

const idInput = z.string({ error: 'id is required' }).regex(/^[0-9a-f]{24}$/, 'id is not the id of a checkout');

const quantityInput = z
  .number({ error: 'quantity must be a whole number from 1 to 99' })
  .int('quantity must be a whole number from 1 to 99')
  .min(1, 'quantity must be a whole number from 1 to 99')
  .max(99, 'quantity must be a whole number from 1 to 99');

const invalidEmail = 'email must be a valid e-mail address';

const noCard = (text: z.ZodType<string>) => text.refine((value) => !looksLikeCardNumber(value), cardNumberMessage);

export const startCheckoutInput = z
  .strictObject({
    ...productKeyFields,
    quantity: orNull(quantityInput),
    seenPrice: orNull(z.number({ error: 'seenPrice must be a number' }).min(0, 'seenPrice must be at least 0')),
    from: orNull(idInput),
  })
  .refine(...oneKey)
  .transform(({ slug, productId, quantity, seenPrice, from }) => ({
    from,
    source:
      slug === null && productId === null
        ? ('CART' as const)
        : {
            key: { slug, productId },
            quantity: quantity ?? 1,
            seenPriceCents: seenPrice === null ? null : toCents(seenPrice),
          },
  }));

export const updateCheckoutInput = z.strictObject({
  id: idInput,
  /** The service normalizes it. */
  email: orNull(noCard(z.string({ error: invalidEmail }).max(maxWrittenLength, { error: invalidEmail, abort: true }))),
  shippingAddress: z.unknown().optional(),
  billingAddress: z.unknown().optional(),
  shippingMethodId: orNull(noCard(line({ field: 'shippingMethodId', maximum: 100 }))),
  note: orNull(noCard(line({ field: 'note', maximum: 1_000 }))),
});

export const submitCheckoutInput = z.strictObject({
  id: idInput,
  expectedTotal: z.number({ error: 'expectedTotal must be whole cents' }).int('expectedTotal must be whole cents'),
  expectedFingerprint: orNull(
    z
      .string({ error: 'expectedFingerprint must be text' })
      .max(100, 'expectedFingerprint must be at most 100 characters'),
  ),
});
