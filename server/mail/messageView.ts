import type { Mailbox } from '../env';
import type { Address } from '../shipping/address';

/** The order data that a message needs. */
export interface MailOrder {
  readonly _id: string;
  readonly buyerUid: string | null;
  readonly lines: readonly {
    readonly name: string;
    readonly quantity: number;
    readonly unitPriceCents: number;
    readonly totalCents: number;
    /** In basis points. */
    readonly taxRate: number;
  }[];
  readonly shippingAddress: Address;
  readonly shipping: { readonly name: string; readonly earliest: Date; readonly latest: Date };
  readonly taxZone: string | null;
  readonly subtotalCents: number;
  readonly shippingCents: number;
  readonly taxCents: number;
  readonly taxIncluded: boolean;
  readonly totalCents: number;
  readonly payment: {
    readonly provider: string;
    readonly card: { readonly brand: string; readonly last4: string } | null;
    readonly captureAt: Date | null;
  };
  readonly createdAt: Date;
}

/** The content of a message, from which both its text and its HTML are rendered. */
export interface MessageView {
  /** The recipient's name; empty: unknown. */
  readonly name: string;
  readonly subject: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly facts: readonly Fact[];
  readonly button: { readonly label: string; readonly url: string } | null;
  readonly lines: readonly { readonly name: string; readonly detail: string; readonly amount: string | null }[];
  readonly sums: readonly Fact[];
  readonly total: Fact | null;
  readonly panels: readonly { readonly title: string; readonly lines: readonly string[] }[];
  /** Text written by others. */
  readonly quotedMessages: readonly QuotedMessage[];
  /** Why the recipient gets it. */
  readonly reason: string;
  /** null: replies go to the shop. */
  readonly replyTo: Mailbox | null;
}

export interface QuotedMessage {
  readonly name: string;
  /** Origin and date. */
  readonly detail: string;
  readonly lines: readonly string[];
  /** A note that the message is truncated; null: it is complete. */
  readonly rest: string | null;
}

export type Fact = readonly [what: string, value: string];
