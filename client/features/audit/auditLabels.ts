import type { AuditKind, AuditOutcome } from '../../__generated__/lazyOperations';

export const kindLabels: Record<AuditKind, string> = {
  CREATE_PRODUCT: 'Created a product',
  UPDATE_PRODUCT: 'Changed a product',
  ADJUST_STOCK: 'Changed a count of pieces',
  CHANGE_SHIPPING: 'Changed shipping',
  CHANGE_TAXES: 'Changed taxes',
  RESEND_MESSAGE: 'Sent a message again',
  SEND_TEST_MESSAGE: 'Sent a test message',
  DELETE_STORE_ITEM: 'Deleted an item',
  RESTORE_STORE_ITEM: 'Restored an item',
  CHANGE_USER_ROLE: 'Changed a role',
  DELETE_USER: 'Deleted a user',
  GRANT_FIRST_ADMIN: 'Became first admin',
  MAKE_ADMIN: 'Made an admin by command',
  TAKE_OVER_EMAIL: 'Took an e-mail over',
  SHIP_ORDER: 'Sent pieces of an order',
  UNDO_SHIPMENT: 'Undid a shipment',
  MARK_DELIVERED: 'Marked an order as delivered',
  CAPTURE_PAYMENT: 'Took the money of an order',
  REFUND_ORDER: 'Refunded an order',
  CANCEL_ORDER: 'Cancelled an order',
  NOTE_ORDER: 'Noted something about an order',
};

export const outcomes: Record<AuditOutcome, { label: string; color: 'success' | 'default' | 'error' }> = {
  DONE: { label: 'Done', color: 'success' },
  PENDING: { label: 'Pending', color: 'default' },
  FAILED: { label: 'Not done', color: 'error' },
};

export const isKind = (text: string): text is AuditKind => text in kindLabels;
