import type { Mailbox } from '../env';
import type { Address } from '../shipping/address';

/** What a message needs of its order. */
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

/** Everything that a message says, once: its text and its HTML are both made of it. */
export interface MessageView {
  /** Its recipient's name; an empty text: none. */
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
  /** What others wrote. */
  readonly quotes: readonly Quote[];
  /** Why one gets it. */
  readonly reason: string;
  /** Where an answer goes; null: to the shop. */
  readonly replyTo: Mailbox | null;
}

export interface Quote {
  readonly name: string;
  /** Where and when it was written. */
  readonly detail: string;
  readonly lines: readonly string[];
  /** That there is more of it; null where there is none. */
  readonly rest: string | null;
}

export type Fact = readonly [what: string, value: string];
