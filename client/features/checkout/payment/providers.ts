import type { Settings } from '../../../session/settings';
import type { PaymentProviderParts } from './paymentForm';
import { StripePayment } from './StripePayment';
import { TestBankDialog } from './TestBankDialog';
import { TestCardForm } from './TestCardForm';

type ProviderName = Exclude<Settings['paymentProvider'], 'none'>;

/** Stripe's own code asks for the bank's confirmation. */
const providers: Readonly<Record<ProviderName, PaymentProviderParts>> = {
  test: { Form: TestCardForm, BankDialog: TestBankDialog },
  stripe: { Form: StripePayment },
};

const isKnown = (name: string): name is ProviderName => name in providers;

/** By the server's name of the provider. */
export function paymentProvider(name: string): PaymentProviderParts {
  if (!isKnown(name)) throw new Error(`There is no payment form of ${name}`);
  return providers[name];
}
