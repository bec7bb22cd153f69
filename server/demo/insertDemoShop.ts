import { messageReader } from '../mail/readMessage';
import { createSaga } from '../checkout/createSaga';
import type { Viewer } from '../auth/viewer';
import { loadSignedIn } from '../users/loadSignedIn';
import type { Context } from '../context';
import { createLoaders, type Repositories } from '../collections/repositories';
import { createProduct } from '../products/products.service';
import { adjustStock } from '../inventory/inventory.service';
import { addToStore } from '../store/store.service';
import { registerUser } from '../users/users.service';
import { demoOrders, lastFormerOrder } from './demoOrders';
import type { DemoOwner } from './demoProduct';
import { demoProducts } from './demoProducts';
import { insertDemoOrders, piecesOrdered } from './insertDemoOrders';
import { webhookContext } from '../webhooks/webhookContext';

/** A demo account's claims. */
export interface DemoPerson {
  readonly uid: string;
  readonly email: string;
  readonly name: string;
}

export interface DemoShopDeps {
  readonly repositories: Repositories;
  readonly people: Readonly<Record<DemoOwner, DemoPerson>>;
  readonly log: Context['log'];
  readonly now: Date;
}

const dayMs = 24 * 60 * 60 * 1_000;
const cartOfShopper = ['saddle-leather-belt', 'second-cup-teapot'];

/**
 * Inserts demo data into an empty shop through the services, as its users. All ids and keys derive from the demo data,
 * so that an interrupted run is completed by the next one. False if the shop is not empty.
 */
export async function insertDemoShop(deps: DemoShopDeps): Promise<boolean> {
  const { repositories, people } = deps;
  const begun = await repositories.users.findByUid(people.admin.uid);
  if (!begun && (await repositories.products.countAll()) > 0) return false;
  if (await isComplete(repositories)) return false;
  for (const person of Object.values(people)) await register(deps, person);
  for (const [index, { slug, owner, daysAgo, status, rating, reviewCount, ...product }] of demoProducts.entries()) {
    const context = contextOf(deps, people[owner], { key: `product ${slug}`, daysAgo });
    const { _id } = await createProduct(context, { ...product, slug }, { status, rating, reviewCount });
    if (!product.inStock) continue;
    const counting = contextOf(deps, people[owner], { key: `stock ${slug}`, daysAgo });
    const count = countOf(index) + piecesOrdered(slug);
    await adjustStock(counting, { id: _id.toHexString(), count, reason: 'DELIVERY' });
  }
  for (const slug of cartOfShopper) {
    await addToStore(contextOf(deps, people.shopper, { key: `cart ${slug}`, daysAgo: 0 }), { slug });
  }
  await insertDemoOrders(deps);
  return true;
}

/** Orders are inserted last, and never deleted. */
async function isComplete({ orders }: Repositories): Promise<boolean> {
  const last = demoOrders.at(-1)?.number ?? '';
  return (await orders.find(last)) !== null || (await orders.find(lastFormerOrder)) !== null;
}

/** Stock that remains after the demo orders: low for some products, plenty for others. */
const countOf = (index: number): number => (index % 9 === 2 ? 3 : 8 + ((index * 17) % 90));

async function register(deps: DemoShopDeps, person: DemoPerson): Promise<void> {
  const { name, email } = person;
  await registerUser(contextOf(deps, person, { key: `user ${email}`, daysAgo: 40 }), { name, email });
}

/** A context that acts for a demo account without sign-in; the first admin is the demo admin. */
function contextOf(
  { repositories, people, log, now }: DemoShopDeps,
  person: DemoPerson,
  stamp: { key: string; daysAgo: number },
): Context {
  const { uid, email } = person;
  const seconds = Math.floor(now.getTime() / 1_000);
  const claims = { uid, email, emailVerified: true };
  const viewer: Viewer = {
    ...claims,
    token: { ...claims, authTime: seconds, issuedAt: seconds, signInProvider: null },
  };
  const shared = {
    requestId: 'demo',
    log,
    repositories,
    adminEmails: [people.admin.email],
    requireVerifiedEmail: false,
    maxProductsPerUser: demoProducts.length,
    contactRetentionDays: 365,
    now: () => new Date(now.getTime() - stamp.daysAgo * dayMs),
  };
  return {
    ...shared,
    identity: {
      checkRevoked: () => Promise.resolve(),
      disableAccount: () => Promise.resolve(null),
      hasAccount: () => Promise.resolve(false),
    },
    loaders: createLoaders(repositories),
    shopSettings: () => repositories.shopSettings.get(),
    saga: createSaga({ repositories, publicUrl: () => '' }),
    webhooks: webhookContext({ firebase: null, webhooks: { privateAddresses: false, keys: [] } }, repositories.shopKey),
    mail: {
      ...{ isSent: false, isShownToBuyers: true, contactEmail: null },
      read: messageReader({ repositories, publicUrl: () => '' }),
    },
    client: '',
    checkoutToken: null,
    bearsApiKey: false,
    idempotencyKey: `demo\n${stamp.key}`,
    signedIn: () => loadSignedIn({ ...shared, viewer, accessToken: '' }),
  };
}
