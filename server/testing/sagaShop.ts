import { ObjectId } from 'mongodb';
import type { Repositories } from '../collections/repositories';
import type { CheckoutDocument, FrozenLine } from '../checkout/checkouts.repository';
import { driveCheckout, holdMs } from '../checkout/driveCheckout';
import { newOrderNumber } from '../orders/orderNumber';
import type { SagaDeps } from '../checkout/sagaDeps';
import { sweepCheckouts } from '../checkout/sweepCheckouts';
import type { PaymentProvider } from '../payments/provider';
import { createTestProvider, type TestProvider } from '../payments/testProvider';
import { priceCheckout } from '../pricing/priceCheckout';
import { newStock } from '../stock/stock.repository';
import type { PlayedProvider, PlayProvider } from './playedProvider';
import { silentLog } from './silentLog';

const address = {
  ...{ fullName: 'Anna Meyer', company: '', streetLine1: '212 Alder Street', streetLine2: '', city: 'San Jose' },
  ...{ region: 'CA', postalCode: '95112', countryCode: 'US', phoneNumber: '' },
};

export interface Wish {
  readonly productId: ObjectId;
  readonly quantity: number;
  readonly entryIds?: readonly ObjectId[];
}

const lineOf = ({ productId, quantity, entryIds = [] }: Wish): FrozenLine => ({
  ...{ productId, name: 'Lamp', slug: 'lamp', photo: null, quantity, unitPriceCents: 1_999 },
  ...{ taxClass: 'standard', entryIds },
});

function freeze(wishes: readonly Wish[], now: Date): NonNullable<CheckoutDocument['frozen']> {
  const lines = wishes.map(lineOf);
  const tax = { rates: { standard: 725, reduced: 0, zero: 0 }, shippingRate: null };
  const shipping = { priceCents: 499, freeAboveCents: 5_000 };
  const totals = priceCheckout({ lines, shipping, tax, pricesIncludeTax: false });
  return { lines, totals, shipping: { id: 'standard', name: 'Standard', earliest: now, latest: now }, taxZone: null };
}

/** A checkout right after 'Place order'. */
export const submission = (wishes: readonly Wish[], now: Date): CheckoutDocument => ({
  ...{ _id: new ObjectId().toHexString(), orderNumber: newOrderNumber(), buyerUid: 'anna', tokenHash: null },
  ...{ caller: new ObjectId().toHexString(), source: { kind: 'CART' }, status: 'HOLDING', email: 'anna@kiosk.test' },
  ...{ shippingAddress: address, billingAddress: null, shippingMethodId: 'standard', note: '' },
  frozen: freeze(wishes, now),
  ...{ submissions: 1, attempts: 0, attempt: null, heldUntil: new Date(now.getTime() + holdMs), extensions: 0 },
  ...{ releaseTo: null, short: [], lease: null, dueAt: now, createdAt: now, version: 1 },
  expiresAt: null,
});

/** Purchases without pages and network, with a clock and drivers controlled by the test. */
export class SagaShop {
  readonly delivered = new Map<string, number>();
  readonly bank: TestProvider;
  private readonly played: PlayedProvider | undefined;

  /**
   * `time`: close to the real one, by which the database deletes expired documents. `play`: the provider of the
   * purchases, if it is not `bank`.
   */
  constructor(
    private readonly repositories: Repositories,
    private time = Date.now(),
    play?: PlayProvider,
  ) {
    const secret = () => Promise.resolve('secret');
    this.bank = createTestProvider({ payments: repositories.testPayments, secret, noticeUrl: () => '', now: this.now });
    this.played = play?.(repositories, this.now);
  }

  get provider(): PaymentProvider {
    return this.played?.provider ?? this.bank;
  }

  readonly now = (): Date => new Date(this.time);

  wait(ms: number): void {
    this.time += ms;
  }

  deps(owner: string): SagaDeps {
    const { provider, repositories, now } = this;
    return { repositories, provider, now, owner, log: silentLog, captureAfterMinutes: 10 };
  }

  drive(owner: string, id: string): Promise<CheckoutDocument | null> {
    return driveCheckout(this.deps(owner), id);
  }

  /** Drives the checkout in a process that ends before this step. */
  async dieBefore(step: string, id: string): Promise<void> {
    const beforeStep = (next: string) => {
      if (next === step) throw new Error('Ended.');
    };
    await driveCheckout({ ...this.deps('dies'), beforeStep }, id).catch(() => undefined);
  }

  find = (id: string) => this.repositories.checkouts.find(id);

  async product(count: number): Promise<ObjectId> {
    const _id = new ObjectId();
    await this.repositories.stock.create(newStock(_id, count));
    this.delivered.set(_id.toHexString(), count);
    return _id;
  }

  /** Submits a checkout, which no driver has picked up yet. */
  async submit(wishes: readonly Wish[], given: Partial<CheckoutDocument> = {}): Promise<string> {
    const checkout = { ...submission(wishes, this.now()), ...given };
    await this.repositories.checkouts.insert(checkout);
    return checkout._id;
  }

  /** Submits again with other quantities after something was sold out. */
  async submitAgain(id: string, wishes: readonly Wish[]): Promise<void> {
    const checkout = await this.require(id, 'OPEN');
    await this.repositories.checkouts.change(checkout, {
      status: 'HOLDING',
      frozen: freeze(wishes, this.now()),
      submissions: checkout.submissions + 1,
      caller: new ObjectId().toHexString(),
      heldUntil: new Date(this.time + holdMs),
      dueAt: this.now(),
      expiresAt: null,
    });
  }

  async cancel(id: string): Promise<void> {
    const checkout = await this.find(id);
    if (checkout)
      await this.repositories.checkouts.change(checkout, {
        ...{ status: 'RELEASING', releaseTo: 'CANCELLED', lease: null, dueAt: this.now(), expiresAt: null },
      });
  }

  /** Pays like the buyer's browser; fails if the payment has ended. */
  async pay(id: string, number = '4242424242424242'): Promise<void> {
    const attempt = (await this.find(id))?.attempt;
    if (attempt?.clientSecret == null) throw new Error('There is nothing to pay.');
    if (this.played) await this.played.pay(attempt.id, attempt.clientSecret, number);
    else await this.bank.pay(attempt.id, attempt.clientSecret, { number, expiry: '12/99', securityCode: '123' });
  }

  async require(id: string, status: CheckoutDocument['status']): Promise<CheckoutDocument> {
    const checkout = await this.find(id);
    expect(checkout?.status).toBe(status);
    return checkout as CheckoutDocument;
  }

  sweep = (owner = 'sweeper') => sweepCheckouts(this.deps(owner));

  /** Waits long enough for every hold to expire. */
  async settle(): Promise<void> {
    for (let round = 0; round < 6; round += 1) {
      this.wait(holdMs);
      await this.sweep();
    }
  }
}
