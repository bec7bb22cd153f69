import { z } from 'zod';
import { line, orNull } from '../graphql/input';

const numberInput = line({ field: 'number', minimum: 1, maximum: 40 });

export const orderInput = z.strictObject({
  number: numberInput,
  token: orNull(line({ field: 'token', maximum: 200 })),
});

/** The service normalizes it. */
const emailInput = z.string({ error: 'email must be a valid e-mail address' });

export const orderLinkInput = z.strictObject({ number: numberInput, email: emailInput });

export const claimGuestOrdersInput = z.strictObject({ email: emailInput });
