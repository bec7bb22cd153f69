import type { ComponentType, Ref } from 'react';
import type { FieldProblem } from '../fieldProblem';

/** A payment of a checkout, at the provider. */
export interface OpenPayment {
  readonly id: string;
  readonly clientSecret: string | null;
}

/** Its code is still loading. */
export const noPaymentForm: FieldProblem = {
  name: 'payment',
  label: 'Payment',
  message: 'The card form is not there yet.',
};

/**
 * 'sent': the provider was called, whatever its response: the server looks up the payment. 'refused': not called.
 */
export type PayOutcome = { readonly kind: 'sent' } | { readonly kind: 'refused'; readonly problem: FieldProblem };

export interface PaymentFormHandle {
  /** What prevents the payment; marks the fields. */
  check(): Promise<readonly FieldProblem[]>;
  pay(payment: OpenPayment): Promise<PayOutcome>;
  /** Without a BankDialog: starts the provider's own bank confirmation; resolves when it is answered or closed. */
  answerBank?(payment: OpenPayment): Promise<void>;
}

export interface PaymentFormProps {
  ref: Ref<PaymentFormHandle>;
  checkoutId: string;
  /** The current total, in cents. */
  amount: number;
  /** Why the last card was declined. */
  declined: string | undefined;
  /** Those of the reported problems that remain. */
  onProblems: (problems: readonly FieldProblem[]) => void;
}

export interface BankDialogProps {
  payment: OpenPayment;
  total: string;
  /** The buyer has confirmed or rejected. */
  onAnswered: () => void;
  /** Closed without a decision. */
  onClose: () => void;
}

/** A payment provider's parts of the page. */
export interface PaymentProviderParts {
  readonly Form: ComponentType<PaymentFormProps>;
  /** For providers whose own code does not ask for the bank's confirmation. */
  readonly BankDialog?: ComponentType<BankDialogProps>;
}
