import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  administerUntilKilled,
  betweenIntentAndCompletion,
  expectLogged,
  leaveBehind,
  type AdminLedger,
} from '../testing/adminLedger';
import { processTree, startRunningShop, type RunningShop } from '../testing/runningShop';
import { graphql, signIn, signUp, type ClientAccount } from '../testing/shopClient';

const kills = Number(process.env.KIOSK_KILLS ?? 5);
const writers = 3;
const registerUser = 'mutation ($input: RegisterUserInput!) { registerUser(input: $input) { user { id } } }';
const createProduct = 'mutation ($input: CreateProductInput!) { createProduct(input: $input) { product { slug } } }';
const addToStore = 'mutation ($input: AddToStoreInput!) { addToStore(input: $input) { storeEntry { id } } }';
const ownThings = 'query ($slug: String!) { me { id } product(slug: $slug) { slug } cart { id } }';

/** The acknowledged writes of one person, in order; null until acknowledged. */
interface Ledger {
  account: ClientAccount;
  registered: boolean;
  slug: string | null;
  entryId: string | null;
}

/** Lets one person after another sign up, register, create a product and add it, until the shop is killed. */
async function writeUntilKilled(
  shop: RunningShop,
  name: string,
  ledgers: Ledger[],
  gone: () => boolean,
): Promise<void> {
  for (let number = 0; !gone(); number += 1) {
    const email = `${name}-${number}@durability.test`;
    const slug = `${name}-${number}`;
    try {
      const account = await signUp(shop.identityUrl, email, 'secret-word');
      const ledger: Ledger = { account, registered: false, slug: null, entryId: null };
      ledgers.push(ledger);
      await graphql(shop.url, account.idToken, registerUser, { input: { name: 'Writer', email } });
      ledger.registered = true;
      await graphql(shop.url, account.idToken, createProduct, { input: { name: slug, slug, price: 5 } });
      ledger.slug = slug;
      const added = await graphql<{ addToStore: { storeEntry: { id: string } } }>(
        shop.url,
        account.idToken,
        addToStore,
        {
          input: { slug },
        },
      );
      ledger.entryId = added.addToStore.storeEntry.id;
    } catch (error) {
      if (!gone()) throw error;
    }
  }
}

async function expectEverythingKept(shop: RunningShop, ledgers: Ledger[]): Promise<void> {
  for (const ledger of ledgers) {
    const account = await signIn(shop.identityUrl, ledger.account.email, ledger.account.password);
    expect(account.uid).toBe(ledger.account.uid);
    const slug = ledger.slug ?? 'none';
    type Kept = { me: { id: string } | null; product: { slug: string } | null; cart: { id: string }[] };
    const kept = await graphql<Kept>(shop.url, account.idToken, ownThings, { slug });
    if (ledger.registered) expect(kept.me).toEqual({ id: account.uid });
    if (ledger.slug) expect(kept.product).toEqual({ slug });
    if (ledger.entryId) expect(kept.cart).toEqual([{ id: ledger.entryId }]);
  }
}

let dataDir: string;
let shop: RunningShop;
const start = () => startRunningShop(dataDir, { LOG_LEVEL: 'warn' });
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'kiosk-durability-'));
  shop = await start();
}, 120_000);
afterAll(async () => {
  await shop.kill();
  rmSync(dataDir, { recursive: true, force: true });
});

const root = { email: 'root@durability.test', password: 'secret-word' };

test('`npm run make-admin` beside a running shop grants the role at once and writes an audit entry', async () => {
  const { idToken, uid } = await signUp(shop.identityUrl, root.email, root.password);
  await graphql(shop.url, idToken, registerUser, { input: { name: 'Root', email: root.email } });
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'make-admin', '--', root.email], {
    env: { ...process.env, NODE_ENV: 'development', DATA_DIR: dataDir },
  });
  expect(stdout).toBe('root@durability.test is an admin now.\n');
  const entries = `{ auditEntries(filter: { kind: MAKE_ADMIN }) {
    nodes { subject subjectId actorUid actorEmail outcome changes { field before after } }
  } }`;
  expect(await graphql(shop.url, idToken, entries)).toEqual({
    auditEntries: {
      nodes: [
        {
          subject: root.email,
          subjectId: uid,
          actorUid: 'make-admin',
          actorEmail: null,
          outcome: 'DONE',
          changes: [{ field: 'role', before: 'user', after: 'admin' }],
        },
      ],
    },
  });
}, 120_000);

test(
  `after ${kills} kill -9 of the shop no acknowledged write or audit entry is missing, and users sign in`,
  async () => {
    let acknowledged = 0;
    let leftOpen = 0;
    for (let round = 0; round < kills; round += 1) {
      const [ledgers, adminLedgers]: [Ledger[], AdminLedger[]] = [[], []];
      let gone = false;
      const { idToken } = await signIn(shop.identityUrl, root.email, root.password);
      const work = Array.from({ length: writers }, (_, writer) => [
        writeUntilKilled(shop, `r${round}w${writer}`, ledgers, () => gone),
        administerUntilKilled(shop, idToken, `r${round}a${writer}`, adminLedgers, () => gone),
      ]);
      const pause = 400 + ((round * 617) % 1600);
      await new Promise((resolve) => setTimeout(resolve, pause));
      const tree = processTree(shop.spawned.pid);
      await betweenIntentAndCompletion(dataDir, () => {
        gone = true;
        return shop.kill(tree);
      });
      await Promise.all(work.flat());
      expect(ledgers.length).toBeGreaterThan(0);
      acknowledged += ledgers.length;
      leftOpen += await leaveBehind(dataDir);

      shop = await start();
      await expectEverythingKept(shop, ledgers);
      await expectLogged(dataDir, adminLedgers);
    }
    expect(acknowledged).toBeGreaterThan(kills);
    expect(leftOpen).toBeGreaterThan(0);
  },
  kills * 120_000,
);
