import { ConflictError } from '../errors';
import type { PaymentProvider, ProviderName } from './provider';

const closed = () => new ConflictError('Buying is closed: this shop takes no payments yet.');
const refuse = () => Promise.reject(closed());

/** The provider of a shop without payments: takes no money and knows no payments. */
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

/** The provider that buyers can pay with. */
export const payableBy = ({ name, isSilent }: PaymentProvider): ProviderName => (isSilent ? 'none' : name);

/** Rejects before anything starts that could not be paid. */
export function requirePayments({ name, isSilent }: PaymentProvider): void {
  if (name === 'none') throw closed();
  if (isSilent) throw new ConflictError('Buying is closed: payments are switched off for now.');
}
