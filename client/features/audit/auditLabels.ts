import type { AuditKind, AuditOutcome } from '../../__generated__/lazyOperations';

export const kindLabels: Record<AuditKind, string> = {
  CREATE_PRODUCT: 'Created a product',
  UPDATE_PRODUCT: 'Changed a product',
  ADJUST_STOCK: 'Changed a count of pieces',
  CHANGE_SHIPPING: 'Changed shipping',
  CHANGE_TAXES: 'Changed taxes',
  CHANGE_SELLER: 'Changed the seller',
  RESEND_MESSAGE: 'Sent a message again',
  SEND_TEST_MESSAGE: 'Sent a test message',
  REPLAY_NOTICE: 'Followed a notice once more',
  SEND_TEST_NOTICE: 'Sent a test notice',
  CREATE_WEBHOOK: 'Added a webhook',
  CHANGE_WEBHOOK: 'Changed a webhook',
  ROTATE_WEBHOOK_SECRET: 'Gave a webhook a new secret',
  DELETE_WEBHOOK: 'Deleted a webhook',
  SEND_TEST_EVENT: 'Sent a test event',
  RESEND_WEBHOOK: 'Sent an event again',
  DELETE_STORE_ITEM: 'Deleted an item',
  RESTORE_STORE_ITEM: 'Restored an item',
  CHANGE_USER_ROLE: 'Changed a role',
  DELETE_USER: 'Deleted a user',
  GRANT_FIRST_ADMIN: 'Became first admin',
  MAKE_ADMIN: 'Made an admin by command',
  TAKE_OVER_EMAIL: 'Took an e-mail over',
  SHIP_ORDER: 'Sent pieces of an order',
  UNDO_SHIPMENT: 'Undid a shipment',
  CORRECT_SHIPMENT: 'Corrected a shipment',
  MARK_DELIVERED: 'Marked an order as delivered',
  UNDO_DELIVERY: 'Marked an order as not delivered',
  CAPTURE_PAYMENT: 'Took the money of an order',
  REFUND_ORDER: 'Refunded an order',
  CANCEL_ORDER: 'Cancelled an order',
  NOTE_ORDER: 'Noted something about an order',
  FIX_DIFFERENCE: 'Mended a difference to the payment provider',
  CREATE_API_KEY: 'Made an API key',
  REVOKE_API_KEY: 'Revoked an API key',
};

export const outcomes: Record<AuditOutcome, { label: string; color: 'success' | 'default' | 'error' }> = {
  DONE: { label: 'Done', color: 'success' },
  PENDING: { label: 'Pending', color: 'default' },
  FAILED: { label: 'Not done', color: 'error' },
};

export const isKind = (text: string): text is AuditKind => Object.hasOwn(kindLabels, text);
