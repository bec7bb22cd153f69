import { z } from 'zod';
import { constants } from '../constants';
import { line, paragraphs } from '../graphql/input';

/** The service makes `email` canonical. */
export const sendContactMessageInput = z.strictObject({
  name: line({ field: 'name', minimum: constants.nameMinimumLength, maximum: 100, required: 'Name is required' }),
  email: z.string({ error: 'email must be a valid e-mail address' }),
  message: paragraphs({ field: 'message', maximum: constants.contactMessageLength.maximum })
    .transform((text) => text.trim())
    .refine(
      (text) => text.length >= constants.contactMessageLength.minimum,
      `message must be at least ${constants.contactMessageLength.minimum} characters`,
    ),
});
