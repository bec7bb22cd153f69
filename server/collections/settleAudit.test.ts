import { createApiKey, revokeApiKey } from '../apiKeys/apiKeys.service';
import type { Context } from '../context';
import { finishJobs } from './finishJobs';
import type { Repositories } from './repositories';
import { IdentityUnavailableError, UnavailableError } from '../errors';
import { createSaga } from '../checkout/createSaga';
import { replayNotice, sendTestNotice } from '../notices/notices.service';
import { storeNotice } from '../notices/storeNotice';
import { createProduct } from '../products/products.service';
import { adjustStock } from '../inventory/inventory.service';
import { updateProduct } from '../products/updateProduct';
import { deleteStoreItem } from '../store/deleteStoreItem';
import { restoreStoreItem } from '../store/restoreStoreItem';
import { saveShippingSettings } from '../shipping/shippingSettings.service';
import { saveTaxSettings } from '../taxes/taxSettings.service';
import { insertApiKey } from '../testing/apiKeyAttempts';
import { asAdmin, asUser, asViewer, testTime, viewerNamed } from '../testing/contexts';
import { useTestDatabase } from '../testing/useTestDatabase';
import { makeAdmin } from '../users/makeAdmin';
import { changeUserRole, deleteUser, findMe } from '../users/users.service';

/** Settings of a shop whose identity provider sends no mail. */
const anyEmail = { requireVerifiedEmail: false };

const database = useTestDatabase();
beforeEach(() => {
  warnings.length = 0;
});

const repositories = () => database.repositories;
const warnings: unknown[] = [];
const log = { info: () => undefined, warn: (line: unknown) => void warnings.push(line) };
const works = { disableAccount: () => Promise.resolve(null) };
const down = { disableAccount: () => Promise.reject(new IdentityUnavailableError()) };
const muchLater = new Date(testTime.getTime() + 60_001);

const start = (identity: Pick<Context['identity'], 'disableAccount'> = works, now = muchLater) =>
  finishJobs({ repositories: repositories(), identity, log, now: () => now });

const logged = async () =>
  (await database.db.collection('auditEntries').find().toArray()).map(({ kind, outcome }) => [kind, outcome]);

type Method = readonly [part: keyof Repositories, method: string];

/** Repositories that fail at this call, before or right after it, as if the process died. */
function dying([part, method]: Method, when: 'before' | 'after'): Repositories {
  const real = repositories()[part] as unknown as Record<string, (...given: unknown[]) => Promise<unknown>>;
  const dies = async (...given: unknown[]) => {
    if (when === 'after') await real[method]?.(...given);
    throw new UnavailableError();
  };
  return { ...repositories(), [part]: { ...real, [method]: dies } };
}

interface Write {
  readonly kind: string;
  /** The call that makes the change. */
  readonly call: Method;
  readonly prepare: () => Promise<(broken: Repositories) => Promise<unknown>>;
}

const email = 'ada@kiosk.test';

async function lampOfAda() {
  const ada = await asUser(repositories(), 'ada');
  const root = await asAdmin(repositories(), 'root');
  const id = (await createProduct(ada, { name: 'Lamp', price: 5 }))._id.toHexString();
  return { ada, root, id };
}

const writes: readonly Write[] = [
  {
    kind: 'CREATE_API_KEY',
    call: ['apiKeys', 'insert'],
    prepare: async () => {
      const root = await asAdmin(repositories(), 'root');
      const input = { name: 'Till', scopes: ['READ_STOCK'] };
      return (broken) => createApiKey({ ...root, repositories: broken }, input);
    },
  },
  {
    kind: 'REVOKE_API_KEY',
    call: ['apiKeys', 'revoke'],
    prepare: async () => {
      const root = await asAdmin(repositories(), 'root');
      const { id } = await insertApiKey(repositories(), ['read:stock']);
      return (broken) => revokeApiKey({ ...root, repositories: broken }, { id });
    },
  },
  {
    kind: 'CHANGE_USER_ROLE',
    call: ['admins', 'change'],
    prepare: async () => {
      await asUser(repositories(), 'ada');
      const root = await asAdmin(repositories(), 'root');
      return (broken) => changeUserRole({ ...root, repositories: broken }, { email, role: 'ADMIN' });
    },
  },
  {
    kind: 'MAKE_ADMIN',
    call: ['admins', 'change'],
    prepare: async () => {
      await asUser(repositories(), 'ada');
      return (broken) => makeAdmin(broken, email, anyEmail);
    },
  },
  {
    kind: 'GRANT_FIRST_ADMIN',
    call: ['admins', 'change'],
    prepare: async () => {
      await asUser(repositories(), 'ada');
      return (broken) => findMe(asViewer(broken, viewerNamed('ada'), { adminEmails: [email] }));
    },
  },
  {
    kind: 'CREATE_PRODUCT',
    call: ['products', 'insert'],
    prepare: async () => {
      const root = await asAdmin(repositories(), 'root');
      return (broken) => createProduct({ ...root, repositories: broken }, { name: 'Lamp', price: 5 });
    },
  },
  {
    kind: 'UPDATE_PRODUCT',
    call: ['products', 'update'],
    prepare: async () => {
      const { root, id } = await lampOfAda();
      const long = 'a'.repeat(2_000);
      return (broken) =>
        updateProduct({ ...root, repositories: broken }, { id, version: 1, price: 6, description: long });
    },
  },
  {
    kind: 'ADJUST_STOCK',
    call: ['stock', 'adjust'],
    prepare: async () => {
      const { ada, root, id } = await lampOfAda();
      await adjustStock(ada, { id, count: 4, reason: 'DELIVERY' });
      return (broken) =>
        adjustStock({ ...root, repositories: broken }, { id, count: 9, reason: 'CORRECTION', lowStockThreshold: 2 });
    },
  },
  {
    kind: 'CHANGE_SHIPPING',
    call: ['shopSettings', 'replace'],
    prepare: async () => {
      const root = await asAdmin(repositories(), 'root');
      return (broken) =>
        saveShippingSettings({ ...root, repositories: broken }, { version: 1, zones: [], excludedCountries: ['AQ'] });
    },
  },
  {
    kind: 'CHANGE_TAXES',
    call: ['shopSettings', 'replace'],
    prepare: async () => {
      const root = await asAdmin(repositories(), 'root');
      return (broken) =>
        saveTaxSettings({ ...root, repositories: broken }, { version: 1, zones: [], pricesIncludeTax: true });
    },
  },
  {
    kind: 'REPLAY_NOTICE',
    call: ['paymentNotices', 'change'],
    prepare: async () => {
      const root = await asAdmin(repositories(), 'root');
      const notice = { id: 'evt_1', providerId: 'none', kind: 'payment.authorized' };
      await storeNotice({ repositories: repositories(), now: root.now }, 'test', notice);
      return (broken) => replayNotice({ ...root, repositories: broken }, { id: 'test:evt_1' });
    },
  },
  {
    kind: 'SEND_TEST_NOTICE',
    call: ['testPayments', 'update'],
    prepare: async () => {
      const root = await asAdmin(repositories(), 'root');
      const payment = { id: 'none:1', amountCents: 100, checkout: 'none', order: 'none', email };
      await root.saga.provider.start(payment);
      return (broken) => {
        const saga = createSaga({ repositories: broken, publicUrl: () => '', now: root.now });
        const input = { paymentId: payment.id, way: 'LATE' };
        return sendTestNotice({ ...root, repositories: broken, saga }, input);
      };
    },
  },
  {
    kind: 'DELETE_STORE_ITEM',
    call: ['products', 'delete'],
    prepare: async () => {
      const { root, id } = await lampOfAda();
      return (broken) => deleteStoreItem({ ...root, repositories: broken }, { id });
    },
  },
  {
    kind: 'RESTORE_STORE_ITEM',
    call: ['products', 'insert'],
    prepare: async () => {
      const { root, ada, id } = await lampOfAda();
      await deleteStoreItem(ada, { id });
      return (broken) => restoreStoreItem({ ...root, repositories: broken }, { id });
    },
  },
  {
    kind: 'DELETE_USER',
    call: ['jobs', 'start'],
    prepare: async () => {
      await asUser(repositories(), 'ada');
      const root = await asAdmin(repositories(), 'root');
      return (broken) => deleteUser({ ...root, repositories: broken }, { email });
    },
  },
];

/** make-admin uses the system clock. */
const afterEverything = new Date('2100-01-01');

describe.each(writes)('a crash in $kind', ({ kind, call, prepare }) => {
  test('between intent and change: the next start marks the entry FAILED', async () => {
    const write = await prepare();
    await expect(write(dying(call, 'before'))).rejects.toMatchObject({ status: 503 });
    expect(await logged()).toEqual([[kind, 'PENDING']]);
    await start(works, afterEverything);
    expect(await logged()).toEqual([[kind, 'FAILED']]);
  });

  test('between change and completion: the next start marks the entry DONE', async () => {
    const write = await prepare();
    await expect(write(dying(call, 'after'))).rejects.toMatchObject({ status: 503 });
    expect(await logged()).toEqual([[kind, 'PENDING']]);
    await start(works, afterEverything);
    expect(await logged()).toEqual([[kind, 'DONE']]);
  });
});

test('settles an entry by its planned change after another user has changed the product again', async () => {
  const { ada, root, id } = await lampOfAda();
  const late = { ...root, repositories: dying(['products', 'update'], 'before') };
  await expect(updateProduct(late, { id, version: 1, price: 6 })).rejects.toMatchObject({ status: 503 });
  await updateProduct(ada, { id, version: 1, price: 7 });
  const dead = { ...root, repositories: dying(['products', 'update'], 'after') };
  await expect(updateProduct(dead, { id, version: 2, price: 8 })).rejects.toMatchObject({ status: 503 });
  await updateProduct(ada, { id, version: 3, inStock: false });
  await start();
  expect(await logged()).toEqual([
    ['UPDATE_PRODUCT', 'FAILED'],
    ['UPDATE_PRODUCT', 'DONE'],
  ]);
});

test.each([
  ['before', 'FAILED'],
  ['after', 'DONE'],
] as const)('the end of a count of no pieces, cut off %s it, becomes %s', async (when, outcome) => {
  const root = await asAdmin(repositories(), 'root');
  const { _id } = await createProduct(await asUser(repositories(), 'ada'), { name: 'Lamp', price: 5, stock: 0 });
  const broken = { ...root, repositories: dying(['stock', 'deleteEmpty'], when) };
  const ended = updateProduct(broken, { id: _id.toHexString(), version: 1, isCounted: false });
  await expect(ended).rejects.toBeInstanceOf(UnavailableError);
  await start();
  expect(await logged()).toEqual([['ADJUST_STOCK', outcome]]);
});

test('an edit that changes no value writes neither the product nor an audit entry', async () => {
  const { root, id } = await lampOfAda();
  const dead = { ...root, repositories: dying(['products', 'update'], 'before') };
  expect(await updateProduct(dead, { id, version: 1, price: 5 })).toMatchObject({ version: 1 });
  expect(await logged()).toEqual([]);
});

test('a deletion stays PENDING while the identity provider fails, and becomes DONE with its job', async () => {
  await asUser(repositories(), 'ada');
  const root = await asAdmin(repositories(), 'root');
  await deleteUser({ ...root, identity: { ...root.identity, ...down } }, { email });
  await start(down);
  expect(await logged()).toEqual([['DELETE_USER', 'PENDING']]);
  await start(works);
  expect(await logged()).toEqual([['DELETE_USER', 'DONE']]);
});

test('leaves a recent entry PENDING, because another process may still be making the change', async () => {
  await asUser(repositories(), 'ada');
  await repositories().auditEntries.begin({
    kind: 'CHANGE_USER_ROLE',
    subject: null,
    subjectId: 'ada',
    subjectVersion: null,
    changes: [{ field: 'role', before: 'user', after: 'admin' }],
    actorUid: 'root',
    requestId: 'r',
    startedAt: testTime,
  });
  await start(works, new Date(testTime.getTime() + 60_000));
  expect(await logged()).toEqual([['CHANGE_USER_ROLE', 'PENDING']]);
  await Promise.all([start(), start()]);
  expect(await logged()).toEqual([['CHANGE_USER_ROLE', 'FAILED']]);
});

test('an entry that cannot be settled does not block the next', async () => {
  await asUser(repositories(), 'ada');
  const intent = {
    subject: null,
    subjectId: 'ada',
    subjectVersion: null,
    changes: [],
    actorUid: 'root',
    requestId: 'r',
    startedAt: testTime,
  };
  await repositories().auditEntries.begin({ ...intent, kind: 'OF_A_NEWER_KIOSK' as never });
  await repositories().auditEntries.begin({ ...intent, kind: 'GRANT_FIRST_ADMIN' });
  await start();
  expect(await logged()).toEqual([
    ['OF_A_NEWER_KIOSK', 'PENDING'],
    ['GRANT_FIRST_ADMIN', 'FAILED'],
  ]);
  expect(warnings).toEqual([{ auditEntry: expect.any(String) as string, err: expect.any(Error) as Error }]);
});
