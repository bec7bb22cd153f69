import { z } from 'zod';
import { momentInput, orNull } from '../graphql/input';
import type { AuditKind } from './audit.repository';

const kinds: Record<AuditKind, true> = {
  CREATE_PRODUCT: true,
  UPDATE_PRODUCT: true,
  ADJUST_STOCK: true,
  CHANGE_SHIPPING: true,
  CHANGE_TAXES: true,
  CHANGE_SELLER: true,
  RESEND_MESSAGE: true,
  SEND_TEST_MESSAGE: true,
  REPLAY_NOTICE: true,
  SEND_TEST_NOTICE: true,
  CREATE_WEBHOOK: true,
  CHANGE_WEBHOOK: true,
  ROTATE_WEBHOOK_SECRET: true,
  DELETE_WEBHOOK: true,
  SEND_TEST_EVENT: true,
  RESEND_WEBHOOK: true,
  DELETE_STORE_ITEM: true,
  RESTORE_STORE_ITEM: true,
  CHANGE_USER_ROLE: true,
  DELETE_USER: true,
  GRANT_FIRST_ADMIN: true,
  MAKE_ADMIN: true,
  TAKE_OVER_EMAIL: true,
  SHIP_ORDER: true,
  UNDO_SHIPMENT: true,
  CORRECT_SHIPMENT: true,
  MARK_DELIVERED: true,
  UNDO_DELIVERY: true,
  CAPTURE_PAYMENT: true,
  REFUND_ORDER: true,
  CANCEL_ORDER: true,
  NOTE_ORDER: true,
  FIX_DIFFERENCE: true,
  CREATE_API_KEY: true,
  REVOKE_API_KEY: true,
};

export const auditFilterInput = z
  .strictObject({
    actorEmail: orNull(z.string({ error: 'actorEmail must be a valid e-mail address' })),
    actorId: orNull(
      z.string({ error: 'actorId must be a uid' }).min(1, 'actorId must be a uid').max(128, 'actorId must be a uid'),
    ),
    kind: orNull(z.enum(Object.keys(kinds) as AuditKind[], { error: 'kind must be a kind of change' })),
    from: momentInput('from'),
    to: momentInput('to'),
  })
  .nullish()
  .transform((filter) => filter ?? { actorEmail: null, actorId: null, kind: null, from: null, to: null });
