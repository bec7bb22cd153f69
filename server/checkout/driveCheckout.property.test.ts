import fc from 'fast-check';
import { ObjectId } from 'mongodb';
import { UnavailableError } from '../errors';
import { priceCheckout } from '../pricing/priceCheckout';
import { amountOf } from '../testing/amountOf';
import { faulty, InjectedFault } from '../testing/faulty';
import { playTestProvider, type PlayedProvider, type PlayProvider } from '../testing/playedProvider';
import { expectCounted, expectPurchasesInOrder } from '../testing/purchaseJudge';
import { silentLog } from '../testing/silentLog';
import { playStripe } from '../testing/stripe/playStripe';
import { withStripeFakes } from '../testing/stripe/programs';
import { useTestDatabase } from '../testing/useTestDatabase';
import { finalStatuses, type CheckoutDocument, type FrozenLine } from './checkouts.repository';
import { driveCheckout, holdMs } from './driveCheckout';
import { newOrderNumber } from '../orders/orderNumber';
import { payAgain } from './payAgain';
import type { SagaDeps } from './sagaDeps';
import { sweepCheckouts } from './sweepCheckouts';
import { useStripeFakes } from '../testing/stripe/useStripeFakes';
import { newStock, type StockDocument } from '../stock/stock.repository';

const numRuns = amountOf({ few: 50, usual: 200, long: 5_000 });
const database = useTestDatabase();

const address = {
  fullName: 'Anna Meyer',
  company: '',
  streetLine1: '212 Alder Street',
  streetLine2: '',
  city: 'San Jose',
  region: 'CA',
  postalCode: '95112',
  countryCode: 'US',
  phoneNumber: '',
};
const cards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  bank: '4000002500003155',
  pending: '4000000000000077',
};
const shelf = [3, 2, null];

type Action =
  | { readonly kind: 'submit'; readonly lines: readonly { product: number; quantity: number }[] }
  | { readonly kind: 'pay'; readonly checkout: number; readonly card: keyof typeof cards }
  | { readonly kind: 'bank'; readonly checkout: number; readonly isConfirmed: boolean }
  | { readonly kind: 'notice' | 'cancel' | 'again'; readonly checkout: number }
  | { readonly kind: 'deliver'; readonly product: number; readonly pieces: number }
  | { readonly kind: 'wait'; readonly minutes: number }
  | { readonly kind: 'sweep' };

const which = fc.nat(3);
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('submit' as const),
      lines: fc.uniqueArray(
        fc.record({ product: fc.nat(shelf.length - 1), quantity: fc.integer({ min: 1, max: 2 }) }),
        { selector: ({ product }) => product, minLength: 1, maxLength: 3 },
      ),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('pay' as const),
      checkout: which,
      card: fc.constantFrom<keyof typeof cards>('good', 'good', 'declined', 'bank', 'pending'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('bank' as const), checkout: which, isConfirmed: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('notice' as const, 'cancel' as const, 'again' as const),
      checkout: which,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('deliver' as const),
      product: fc.nat(1),
      pieces: fc.integer({ min: -1, max: 2 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const), minutes: fc.constantFrom(1, 6, 16) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('sweep' as const) }) },
);

type Checkouts = SagaDeps['repositories']['checkouts'];

/** The diagram of docs/buying.md; a step may also end where it began. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  HOLDING: ['PAYING', 'RELEASING'],
  PAYING: ['PAID', 'READY', 'RELEASING'],
  READY: ['PAYING', 'RELEASING'],
  RELEASING: ['PAID', 'OPEN', 'EXPIRED', 'CANCELLED'],
  PAID: ['PLACING', 'HOLDING_AGAIN'],
  HOLDING_AGAIN: ['PLACING', 'REFUNDING'],
  PLACING: ['PLACED'],
  REFUNDING: ['REFUNDED'],
};

const isAllowed = (transition: string): boolean => {
  const [from = '', to = ''] = transition.split(' ');
  return from === to || allowed[from]?.includes(to) === true;
};

class Shop {
  /** Starts at the real time, because the TTL indexes of the database use the real clock. */
  private time = Date.now();
  private faults: readonly boolean[];
  private calls = 0;
  isSettling = false;
  /** 'FROM TO' of each write. */
  readonly transitions = new Set<string>();
  readonly checkouts: string[] = [];
  readonly products: ObjectId[] = shelf.map(() => new ObjectId());
  readonly delivered = new Map<string, number>();
  /** The provider as buyers and assertions use it, without faults. */
  readonly bank: PlayedProvider;
  private readonly deps: SagaDeps;

  constructor(faults: readonly boolean[], play: PlayProvider) {
    this.faults = faults;
    const { repositories } = database;
    const now = () => new Date(this.time);
    this.bank = play(repositories, now);
    const fails = () => this.faults.length > 0 && this.faults[(this.calls += 1) % this.faults.length] === true;
    const { checkouts, stock, orders, outbox, store, products, paperNumbers, shopSettings } = repositories;
    this.deps = {
      repositories: {
        checkouts: faulty(this.recorded(checkouts), fails),
        stock: faulty(stock, fails),
        orders: faulty(orders, fails),
        outbox: faulty(outbox, fails),
        store: faulty(store, fails),
        products: faulty(products, fails),
        ...{ paperNumbers, shopSettings },
      },
      provider: faulty(this.bank.provider, fails),
      now,
      owner: 'this process',
      log: silentLog,
      captureAfterMinutes: 10,
    };
  }

  private recorded(checkouts: Checkouts): Checkouts {
    const change: Checkouts['change'] = async (before, changes) => {
      const after = await checkouts.change(before, changes);
      // Some callers know id and version alone.
      if (after && 'status' in before) this.transitions.add(`${String(before.status)} ${after.status}`);
      return after;
    };
    return { ...checkouts, change };
  }

  async open(): Promise<void> {
    for (const [index, count] of shelf.entries()) {
      const _id = this.products[index];
      if (!_id || count === null) continue;
      await database.repositories.stock.create(newStock(_id, count));
      this.delivered.set(_id.toHexString(), count);
    }
  }

  async run(action: Action): Promise<void> {
    switch (action.kind) {
      case 'submit':
        return this.submit(action.lines);
      case 'pay':
        return this.pay(action.checkout, cards[action.card]);
      case 'bank':
        return this.payment(action.checkout, (id, secret) => this.bank.answerBank(id, secret, action.isConfirmed));
      case 'notice':
        return this.drive(this.checkouts[action.checkout]);
      case 'cancel':
        return this.cancel(action.checkout);
      case 'again':
        return this.again(action.checkout);
      case 'deliver':
        return this.deliver(action.product, action.pieces);
      case 'wait':
        this.time += action.minutes * 60_000;
        return;
      case 'sweep':
        return this.survive(() => sweepCheckouts(this.deps));
    }
  }

  /** A fault aborts the current work; the next call continues from the stored state. */
  private async survive(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof InjectedFault || error instanceof UnavailableError)) throw error;
    }
  }

  private drive(id: string | undefined): Promise<void> {
    return this.survive(async () => id && driveCheckout(this.deps, id));
  }

  private async submit(wanted: readonly { product: number; quantity: number }[]): Promise<void> {
    if (this.checkouts.length === 4) return;
    const lines: FrozenLine[] = wanted.map(({ product, quantity }) => ({
      productId: this.products[product] ?? new ObjectId(),
      name: `Product ${product}`,
      slug: `product-${product}`,
      photo: null,
      quantity,
      unitPriceCents: 1_999,
      taxClass: 'standard',
      entryIds: [],
    }));
    const tax = { rates: { standard: 725, reduced: 0, zero: 0 }, shippingRate: null };
    const totals = priceCheckout({
      lines,
      shipping: { priceCents: 499, freeAboveCents: 5_000 },
      tax,
      pricesIncludeTax: false,
    });
    const now = new Date(this.time);
    const checkout: CheckoutDocument = {
      _id: new ObjectId().toHexString(),
      orderNumber: newOrderNumber(),
      buyerUid: 'anna',
      tokenHash: null,
      caller: 'anna',
      source: { kind: 'CART' },
      status: 'HOLDING',
      email: 'anna@example.com',
      shippingAddress: address,
      billingAddress: null,
      shippingMethodId: 'standard',
      note: '',
      frozen: {
        lines,
        totals,
        shipping: { id: 'standard', name: 'Standard', earliest: now, latest: now },
        taxZone: null,
      },
      submissions: 1,
      attempts: 0,
      attempt: null,
      heldUntil: new Date(this.time + holdMs),
      extensions: 0,
      releaseTo: null,
      short: [],
      lease: null,
      dueAt: now,
      createdAt: now,
      expiresAt: null,
      version: 1,
    };
    await database.repositories.checkouts.insert(checkout);
    this.checkouts.push(checkout._id);
    await this.drive(checkout._id);
  }

  private async payment(index: number, work: (id: string, secret: string) => Promise<unknown>): Promise<void> {
    const checkout = await this.find(index);
    if (checkout?.attempt?.clientSecret == null) return;
    // The provider refuses payments that have ended.
    await work(checkout.attempt.id, checkout.attempt.clientSecret).catch(() => undefined);
    await this.drive(checkout._id);
  }

  private pay(index: number, number: string): Promise<void> {
    return this.payment(index, (id, secret) => this.bank.pay(id, secret, number));
  }

  private async cancel(index: number): Promise<void> {
    const checkout = await this.find(index);
    if (!checkout || !['HOLDING', 'READY', 'PAYING'].includes(checkout.status)) return;
    await database.repositories.checkouts.change(checkout, {
      status: 'RELEASING',
      releaseTo: 'CANCELLED',
      dueAt: new Date(this.time),
    });
    await this.drive(checkout._id);
  }

  /** Another card after a decline. */
  private async again(index: number): Promise<void> {
    const checkout = await this.find(index);
    if (checkout?.status !== 'READY') return;
    await this.survive(() => payAgain(this.deps, checkout));
  }

  private async deliver(product: number, delta: number): Promise<void> {
    const productId = this.products[product];
    if (!productId || delta === 0) return;
    const _id = `delivery:${new ObjectId().toHexString()}`;
    const movement = {
      _id,
      productId,
      delta,
      reason: 'DELIVERY' as const,
      byUid: 'admin',
      order: null,
      at: new Date(this.time),
    };
    if (!(await database.repositories.stock.adjust(productId, null, movement))) return;
    this.delivered.set(productId.toHexString(), (this.delivered.get(productId.toHexString()) ?? 0) + delta);
  }

  private async find(index: number): Promise<CheckoutDocument | null> {
    const id = this.checkouts[index % Math.max(1, this.checkouts.length)];
    return id === undefined ? null : database.repositories.checkouts.find(id);
  }

  private unfinished(): Promise<CheckoutDocument[]> {
    const isUnfinished = { status: { $nin: ['OPEN', ...finalStatuses] as CheckoutDocument['status'][] } };
    return database.db.collection<CheckoutDocument>('checkouts').find(isUnfinished).toArray();
  }

  /** Stops the faults and lets enough time pass for every hold to end. `endsSoon`: no bank takes longer. */
  async settle(endsSoon: boolean): Promise<void> {
    this.faults = [];
    this.isSettling = true;
    this.time += holdMs;
    // The sweepers of a minute, and fewer of them.
    for (let seconds = 0; seconds < 60; seconds += 20) {
      this.time += 20_000;
      await sweepCheckouts(this.deps);
    }
    const left = endsSoon ? await this.unfinished() : [];
    expect(left.map(({ status }) => status)).toEqual([]);
    for (let round = 0; round < 4; round += 1) {
      this.time += holdMs;
      await sweepCheckouts(this.deps);
    }
  }
}

interface Cases {
  readonly numRuns: number;
  /** The size of the generated event sequences. */
  readonly size: 'small' | 'max';
  readonly play: PlayProvider;
  /** Every checkout is over a minute after its hold. */
  readonly endsSoon: boolean;
  /** Which requests to an external provider get lost. */
  readonly losses?: fc.Arbitrary<readonly boolean[]>;
  readonly prepare?: (shop: Shop, losses: readonly boolean[]) => Promise<void>;
}

const oneIn = (count: number) => fc.integer({ min: 1, max: count }).map((chance) => chance === count);

function holdsWhatever({
  numRuns: runs,
  size,
  play,
  endsSoon,
  prepare,
  losses = fc.constant([]),
}: Cases): Promise<void> {
  return fc.assert(
    fc.asyncProperty(
      fc.array(action, { minLength: 3, maxLength: 25, size }),
      fc.array(oneIn(10), { maxLength: 97 }),
      losses,
      async (actions, faults, lost) => {
        await database.clear();
        const shop = new Shop(faults, play);
        await prepare?.(shop, lost);
        await shop.open();
        for (const each of actions) {
          await shop.run(each);
          (await database.db.collection<StockDocument>('stock').find().toArray()).forEach(expectCounted);
        }
        await shop.settle(endsSoon);
        expect([...shop.transitions].filter((each) => !isAllowed(each))).toEqual([]);
        await expectPurchasesInOrder(database.db, shop.delivered, await shop.bank.payments());
      },
    ),
    { numRuns: runs },
  );
}

test(
  'C26 I1 I2 I3 I5 I6 I10 money, stock, orders and transitions stay consistent for any sequence of events and faults',
  () => holdsWhatever({ numRuns, size: 'small', play: playTestProvider, endsSoon: true }),
  3_600_000,
);

const fakes = withStripeFakes('whether money, pieces and orders agree with Stripe, whatever happens');

fakes.describe('with Stripe', () => {
  const there = useStripeFakes();

  test('C26 C58 I1 I2 I3 I5 I6 I10 money, stock, orders and transitions stay consistent with Stripe, even when its answers get lost', async () => {
    const prepare = async (shop: Shop, lost: readonly boolean[]): Promise<void> => {
      await there.clear();
      let calls = 0;
      there.proxy.faults.byChance = (request) => {
        calls += 1;
        if (shop.isSettling || !lost[calls % lost.length]) return null;
        if (calls % 4 === 0) return { kind: 'failure', isDone: calls % 8 === 0 };
        // Stripe's package retries once by itself.
        there.proxy.faults.plan(new RegExp(`^${request}$`), { kind: 'lostAnswer' });
        return { kind: 'lostAnswer' };
      };
    };
    const play: PlayProvider = (repositories, now) => playStripe(there, repositories, now);
    const runs = amountOf({ few: 10, usual: 25, long: 300 });
    const losses = fc.array(oneIn(4), { minLength: 11, maxLength: 23 });
    await holdsWhatever({ numRuns: runs, size: 'max', play, endsSoon: false, losses, prepare });
    expect(there.proxy.refusals).toEqual([]);
  }, 3_600_000);
});
