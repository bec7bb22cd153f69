import type { ComponentType, Ref } from 'react';
import type { FieldProblem } from '../fieldProblem';

/** Of a checkout, at the provider. */
export interface OpenPayment {
  readonly id: string;
  readonly clientSecret: string | null;
}

/** Its code is still on its way. */
export const noPaymentForm: FieldProblem = {
  name: 'payment',
  label: 'Payment',
  message: 'The card form is not there yet.',
};

/**
 * 'sent': the provider was asked, whatever came back: the shop looks there. 'refused': nothing was asked for.
 */
export type PayOutcome = { readonly kind: 'sent' } | { readonly kind: 'refused'; readonly problem: FieldProblem };

export interface PaymentFormHandle {
  /** What keeps it from being paid; marks the fields. */
  check(): Promise<readonly FieldProblem[]>;
  pay(payment: OpenPayment): Promise<PayOutcome>;
  /** Where there is no BankDialog: asks for the bank's confirmation in the provider's own way, until it is answered or closed. */
  answerBank?(payment: OpenPayment): Promise<void>;
}

export interface PaymentFormProps {
  ref: Ref<PaymentFormHandle>;
  checkoutId: string;
  /** What is to be paid so far, in cents. */
  amount: number;
  /** Why the last card was not charged. */
  declined: string | undefined;
  /** What of what was said to be wrong still is. */
  onProblems: (problems: readonly FieldProblem[]) => void;
}

export interface BankDialogProps {
  payment: OpenPayment;
  total: string;
  /** The bank has an answer. */
  onAnswered: () => void;
  /** Neither confirmed nor refused. */
  onClose: () => void;
}

/** What a payment provider brings into the page. */
export interface PaymentProviderParts {
  readonly Form: ComponentType<PaymentFormProps>;
  /** Where its own code does not ask for the bank's confirmation. */
  readonly BankDialog?: ComponentType<BankDialogProps>;
}
