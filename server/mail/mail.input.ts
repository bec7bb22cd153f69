import { z } from 'zod';
import { orNull } from '../graphql/input';
import type { OutboxDocument } from './outbox.repository';

const statuses = ['PENDING', 'SENDING', 'SENT', 'FAILED'] as const satisfies readonly OutboxDocument['status'][];
const id = z.string({ error: 'id must be the id of a message' }).max(200, 'id must be the id of a message');

export const outboxFilterInput = z
  .strictObject({ status: orNull(z.enum(statuses, { error: 'status must be a status of messages' })) })
  .nullish()
  .transform((filter) => filter?.status ?? null);

export const outboxMessageInput = z.strictObject({ id });

/** `version`: of the message that the caller has seen; null: any. */
export const resendMessageInput = z.strictObject({
  id,
  version: orNull(z.int({ error: 'version must be a whole number' })),
});
