import type { PaymentProviderParts } from './paymentForm';
import { TestBankDialog } from './TestBankDialog';
import { TestCardForm } from './TestCardForm';

const testProvider: PaymentProviderParts = { Form: TestCardForm, BankDialog: TestBankDialog };

/** By the name that the shop gives it; before there is a payment it is the one that is set up by default. */
export const paymentProvider = (name: string | undefined): PaymentProviderParts => {
  if (name !== undefined && name !== 'test') throw new Error(`There is no payment form of ${name}`);
  return testProvider;
};
