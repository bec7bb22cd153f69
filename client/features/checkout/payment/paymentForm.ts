import type { ComponentType, Ref } from 'react';
import type { FieldProblem } from '../fieldProblem';

/** Of a checkout, at the provider. */
export interface OpenPayment {
  readonly id: string;
  readonly clientSecret: string | null;
}

/**
 * 'sent': the provider was asked, whatever came back: the shop looks there. 'refused': nothing was asked for.
 */
export type PayOutcome = { readonly kind: 'sent' } | { readonly kind: 'refused'; readonly problem: FieldProblem };

export interface PaymentFormHandle {
  /** What keeps it from being paid; marks the fields. */
  check(): Promise<readonly FieldProblem[]>;
  pay(payment: OpenPayment): Promise<PayOutcome>;
}

export interface PaymentFormProps {
  ref: Ref<PaymentFormHandle>;
  /** Why the last card was not charged. */
  declined: string | undefined;
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
  readonly BankDialog: ComponentType<BankDialogProps>;
}
