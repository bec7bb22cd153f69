import { ConflictError } from '../errors';
import type { PaymentProvider, ProviderName } from './provider';

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
  findPayment: () => Promise.resolve(null),
  // eslint-disable-next-line require-yield -- there is nothing
  async *movements() {
    return;
  },
  payments: () => Promise.resolve([]),
  readNotice: () => Promise.resolve(null),
};

/** Whom buyers can pay with. */
export const payableBy = ({ name, isSilent }: PaymentProvider): ProviderName => (isSilent ? 'none' : name);

/** Before anything is begun that could not be paid. */
export function requirePayments({ name, isSilent }: PaymentProvider): void {
  if (name === 'none') throw closed();
  if (isSilent) throw new ConflictError('Buying is closed: payments are switched off for now.');
}
