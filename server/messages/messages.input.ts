import { z } from 'zod';
import { constants } from '../constants';
import { parseRecordId } from '../database/recordId';
import { line, paragraphs } from '../graphql/input';
import { isBlank } from '../text/cleanLine';

/** A page of the list. */
const maxIds = 100;
const idsRule = `ids must hold 1 to ${maxIds} ids`;

/** The service normalizes `email`. */
export const sendContactMessageInput = z.strictObject({
  name: line({ field: 'name', minimum: constants.nameMinimumLength, maximum: 100, required: 'Name is required' }),
  email: z.string({ error: 'email must be a valid e-mail address' }),
  message: paragraphs({ field: 'message', maximum: constants.contactMessageLength.maximum })
    .transform((text) => (isBlank(text) ? '' : text.trim()))
    .refine(
      (text) => text.length >= constants.contactMessageLength.minimum,
      `message must be at least ${constants.contactMessageLength.minimum} characters`,
    ),
});

export const markContactMessagesReadInput = z.strictObject({
  ids: z
    .array(z.string({ error: idsRule }), { error: idsRule })
    .min(1, idsRule)
    .max(maxIds, idsRule)
    // Unknown or deleted ids are ignored.
    .transform((ids) => ids.flatMap((id) => parseRecordId(id) ?? [])),
});
