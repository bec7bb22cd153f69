import type { ObjectId } from 'mongodb';
import { newStock } from '../stock/stock.repository';
import { buildProduct } from './builders';
import type { Answer, Caller, TestServer } from './startTestServer';

const fields =
  'id status total { amount } fingerprint heldUntil orderNumber problems { code message line field } payment { id result declineReason clientSecret }';
export const homeAddress = {
  fullName: 'Anna Meyer',
  streetLine1: '212 Alder Street',
  city: 'San Jose',
  region: 'California',
  postalCode: '95112',
  countryCode: 'US',
};

export interface CheckoutView {
  readonly id: string;
  readonly status: string;
  readonly total: { readonly amount: number };
  readonly fingerprint: string;
  readonly heldUntil: string | null;
  readonly orderNumber: string | null;
  readonly problems: readonly { readonly code: string; readonly message: string }[];
  readonly payment: { readonly id: string; readonly result: string; readonly clientSecret: string } | null;
}

interface Who {
  readonly idToken?: string;
  /** The client address, where a proxy is trusted. */
  readonly from?: string;
}

/** A signed-in buyer, or a guest with the token of their checkout. */
export class Buyer {
  checkoutToken: string | null = null;

  constructor(
    private readonly caller: Caller,
    private readonly who: Who = {},
  ) {}

  /** The same buyer through another host. */
  by(caller: Caller): Buyer {
    const other = new Buyer(caller, this.who);
    other.checkoutToken = this.checkoutToken;
    return other;
  }

  send(query: string, variables: object, more: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const { idToken, from } = this.who;
    const headers = {
      ...(this.checkoutToken === null ? {} : { 'x-checkout-token': this.checkoutToken }),
      ...(from === undefined ? {} : { 'x-forwarded-for': from }),
      ...more,
    };
    return this.caller.graphql(query, variables, { headers, ...(idToken !== undefined && { token: idToken }) });
  }

  async ask<T>(query: string, variables: object): Promise<T> {
    const { json, text } = await this.send(query, variables);
    const { data, errors } = json as { data?: T; errors?: unknown };
    if (errors || !data) throw new Error(text);
    return data;
  }

  async start(input: object): Promise<CheckoutView> {
    const { startCheckout } = await this.ask<{ startCheckout: { checkout: CheckoutView; token: string | null } }>(
      `mutation ($input: StartCheckoutInput!) { startCheckout(input: $input) { checkout { ${fields} } token } }`,
      { input },
    );
    this.checkoutToken = startCheckout.token;
    return startCheckout.checkout;
  }

  /** Starts a checkout with complete input, ready to be placed. */
  async begin(input: object): Promise<CheckoutView> {
    const { id } = await this.start(input);
    return this.call('updateCheckout', { id, email: 'anna@example.com', shippingAddress: homeAddress });
  }

  async call(name: string, input: object): Promise<CheckoutView> {
    const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input`;
    const answered = await this.ask<
      Record<string, { checkout: CheckoutView; problems?: CheckoutView['problems'] } | undefined>
    >(
      `mutation ($input: ${type}!) { ${name}(input: $input) { checkout { ${fields} } ${name === 'submitCheckout' ? 'problems { code message }' : ''} } }`,
      { input },
    );
    const { checkout, problems = [] } = answered[name] ?? {};
    if (!checkout) throw new Error(`No checkout in the answer of ${name}.`);
    return { ...checkout, problems: [...problems, ...checkout.problems] };
  }

  submit({ id, total }: CheckoutView): Promise<CheckoutView> {
    return this.call('submitCheckout', { id, expectedTotal: total.amount });
  }

  pay({ payment }: Pick<CheckoutView, 'payment'>, number = '4242424242424242'): Promise<Answer> {
    return this.caller.call('POST', `/api/test-payments/${payment?.id ?? ''}/pay`, {
      body: { clientSecret: payment?.clientSecret, number, expiry: '12/99', securityCode: '123' },
      ...(this.who.from !== undefined && { headers: { 'x-forwarded-for': this.who.from } }),
    });
  }
}

/** A product with a stock of so many pieces. */
export async function countedProduct(
  { repositories }: Pick<TestServer, 'repositories'>,
  count: number,
  price = 84,
): Promise<{ slug: string; id: ObjectId }> {
  const document = buildProduct({ name: 'Arc reading lamp', price });
  await repositories.products.insert(document);
  await repositories.stock.create(newStock(document._id, count));
  return { slug: document.slug, id: document._id };
}

let addresses = 0;

/** A client address that no other guest of this process has, where a proxy is trusted. */
export function newAddress(): string {
  addresses += 1;
  return `198.18.${addresses >> 8}.${addresses & 255}`;
}

/** A guest with a checkout that is ready for 'Place order'; what one address holds at a time is limited. */
export async function readyGuest(
  server: Caller,
  slug: string,
  quantity = 1,
  from = newAddress(),
): Promise<{ guest: Buyer; checkout: CheckoutView }> {
  const guest = new Buyer(server, { from });
  return { guest, checkout: await guest.begin({ slug, quantity }) };
}
