import { ConflictError } from '../errors';
import type { PaymentProvider } from './provider';

const closed = () => new ConflictError('Buying is closed: this shop takes no payments yet.');
const refuse = () => Promise.reject(closed());

/** Of a shop that is told none: it takes no money and knows of none. */
export const closedProvider: PaymentProvider = {
  name: 'none',
  start: refuse,
  look: refuse,
  capture: refuse,
  void: refuse,
  refund: refuse,
  readNotice: () => Promise.resolve(null),
};

/** Before anything is begun that could not be paid. */
export function requirePayments({ name }: PaymentProvider): void {
  if (name === 'none') throw closed();
}
