import { ConflictError } from '../errors';
import type { PaymentProvider, ProviderName } from './provider';

const closed = () => new ConflictError('Buying is closed: this shop takes no payments yet.');
const refuse = () => Promise.reject(closed());

/** The provider of a shop without payments: takes no money and knows no payments. */
export const noProvider: PaymentProvider = {
  name: 'none',
  start: refuse,
  findState: refuse,
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
export const providerNameOf = ({ name, isOffline }: PaymentProvider): ProviderName => (isOffline ? 'none' : name);

/** Rejects before anything starts that could not be paid. */
export function requirePayments({ name, isOffline }: PaymentProvider): void {
  if (name === 'none') throw closed();
  if (isOffline) throw new ConflictError('Buying is closed: payments are switched off for now.');
}
