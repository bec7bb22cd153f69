import type { ObjectId } from 'mongodb';
import { buildProduct } from './builders';
import type { TestServer } from './startTestServer';

const fields =
  'id status total { amount } heldUntil orderNumber problems { code message line field } payment { id result declineReason clientSecret }';
export const usAddress = {
  fullName: 'Anna Meyer',
  streetLine1: '212 Alder Street',
  city: 'San Jose',
  region: 'California',
  postalCode: '95112',
  countryCode: 'US',
};

export interface ShownCheckout {
  readonly id: string;
  readonly status: string;
  readonly total: { readonly amount: number };
  readonly orderNumber: string | null;
  readonly problems: readonly { readonly code: string; readonly message: string }[];
  readonly payment: { readonly id: string; readonly result: string; readonly clientSecret: string } | null;
}

/** A guest with the token of their checkout, or with an ID token somebody signed in. */
export class Buyer {
  checkoutToken: string | null = null;
  private readonly server: TestServer;
  private readonly idToken: string | undefined;

  constructor(server: TestServer, idToken?: string) {
    this.server = server;
    this.idToken = idToken;
  }

  async ask<T>(query: string, variables: object): Promise<T> {
    const headers = this.checkoutToken === null ? {} : { 'x-checkout-token': this.checkoutToken };
    const { json, text } = await this.server.graphql(query, variables, { headers, token: this.idToken });
    const { data, errors } = json as { data?: T; errors?: unknown };
    if (errors || !data) throw new Error(text);
    return data;
  }

  async start(input: object): Promise<ShownCheckout> {
    const { startCheckout } = await this.ask<{ startCheckout: { checkout: ShownCheckout; token: string | null } }>(
      `mutation ($input: StartCheckoutInput!) { startCheckout(input: $input) { checkout { ${fields} } token } }`,
      { input },
    );
    this.checkoutToken = startCheckout.token;
    return startCheckout.checkout;
  }

  async call(name: string, input: object): Promise<ShownCheckout> {
    const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input`;
    const answered = await this.ask<Record<string, { checkout: ShownCheckout; problems?: ShownCheckout['problems'] }>>(
      `mutation ($input: ${type}!) { ${name}(input: $input) { checkout { ${fields} } ${name === 'submitCheckout' ? 'problems { code message }' : ''} } }`,
      { input },
    );
    const { checkout, problems = [] } = answered[name] as {
      checkout: ShownCheckout;
      problems?: ShownCheckout['problems'];
    };
    return { ...checkout, problems: [...problems, ...checkout.problems] };
  }

  pay({ payment }: ShownCheckout, number: string) {
    return this.server.call('POST', `/api/test-payments/${payment?.id ?? ''}/pay`, {
      body: { clientSecret: payment?.clientSecret, number, expiry: '12/99', securityCode: '123' },
    });
  }
}

/** A product of which there are so many pieces. */
export async function countedProduct(
  server: TestServer,
  count: number,
  price = 84,
): Promise<{ slug: string; id: ObjectId }> {
  const document = buildProduct({ name: 'Arc reading lamp', price });
  await server.repositories.products.insert(document);
  await server.repositories.stock.create({
    _id: document._id,
    onHand: count,
    available: count,
    holds: [],
    lowStockThreshold: 5,
    version: 1,
    movements: [],
  });
  return { slug: document.slug, id: document._id };
}

/** A buyer who has only to press 'Place order'; a guest without an ID token. */
export async function readyGuest(
  server: TestServer,
  slug: string,
  quantity = 1,
  idToken?: string,
): Promise<{ guest: Buyer; checkout: ShownCheckout }> {
  const guest = new Buyer(server, idToken);
  const { id } = await guest.start({ slug, quantity });
  const checkout = await guest.call('updateCheckout', { id, email: 'anna@example.com', shippingAddress: usAddress });
  return { guest, checkout };
}
