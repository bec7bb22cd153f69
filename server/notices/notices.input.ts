import { z } from 'zod';
import { orNull } from '../graphql/input';
import type { NoticeStatus } from './paymentNotices.repository';

const statuses = ['WAITING', 'DONE', 'UNKNOWN'] as const satisfies readonly NoticeStatus[];
const idOf = (field: string, what: string) =>
  z.string({ error: `${field} must be the id of a ${what}` }).max(250, `${field} must be the id of a ${what}`);

export const noticeFilterInput = z
  .strictObject({ status: orNull(z.enum(statuses, { error: 'status must be a status of notices' })) })
  .nullish()
  .transform((filter) => filter?.status ?? null);

export const replayNoticeInput = z.strictObject({ id: idOf('id', 'notice') });

export const sendTestNoticeInput = z.strictObject({
  paymentId: idOf('paymentId', 'payment'),
  way: z.enum(['AGAIN', 'LATE', 'LOSE'], { error: 'way must be AGAIN, LATE or LOSE' }),
});
