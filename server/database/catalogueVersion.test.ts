import { setTimeout as delay } from 'node:timers/promises';
import { Long, MongoClient, ObjectId } from 'mongodb';
import { startAlteringProxy } from '../testing/alteringProxy';
import { defaultSettings } from '../settings/defaultSettings';
import { buildProduct } from '../testing/builders';
import { startTestServer } from '../testing/startTestServer';
import { useTestDatabase } from '../testing/useTestDatabase';
import { followCatalogue, type CatalogueVersion } from './catalogueVersion';
import { requestOptions } from './clientOptions';
import { readFeatures } from './features';
import { catalogueCollections, createRepositories, type Repositories } from '../collections/repositories';
import { versionsCollection } from './versionDocument';

const database = useTestDatabase();

interface Process {
  readonly catalogue: CatalogueVersion;
  readonly repositories: Repositories;
  readonly close: () => Promise<void>;
}
const open: Process[] = [];
afterEach(async () => {
  for (const { close } of open.splice(0)) await close();
});

async function follow(client: MongoClient): Promise<CatalogueVersion> {
  const db = client.db(database.databaseName);
  const { changeStreams } = await readFeatures(db);
  return followCatalogue({ db, collections: catalogueCollections, changeStreams: Promise.resolve(changeStreams) });
}

/** Client, repositories and catalogue version of one process of the shop. */
async function startProcess(): Promise<Process> {
  const client = await new MongoClient(database.uri, requestOptions).connect();
  const catalogue = await follow(client);
  const close = async () => {
    await catalogue.close();
    await client.close();
  };
  const started = {
    catalogue,
    repositories: createRepositories(client.db(database.databaseName), catalogue.changed),
    close,
  };
  open.push(started);
  await known(started.catalogue);
  return started;
}

async function known({ current }: CatalogueVersion): Promise<number> {
  for (;;) {
    const version = current();
    if (version !== null) return version;
    await delay(5);
  }
}

let slugs = 0;
const write = async ({ repositories }: Process) => {
  slugs += 1;
  await repositories.products.insert(buildProduct({ slug: `lamp-${slugs}` }));
};

test('a write changes the version before it is acknowledged', async () => {
  const shop = await startProcess();
  for (let time = 0; time < 20; time += 1) {
    const before = await known(shop.catalogue);
    await write(shop);
    expect(shop.catalogue.current()).not.toBe(before);
  }
});

test('every writing method changes the version, even one that changes nothing or is refused', async () => {
  const { catalogue, repositories } = await startProcess();
  await delay(600);
  const { products } = repositories;
  const [one, two, three] = ['one', 'two', 'three'].map((slug) => buildProduct({ slug, ownerUid: 'ada' }));
  if (!one || !two || !three) throw new Error('There are three');
  const fields = { ...one, _id: undefined };
  const writes: readonly (() => Promise<unknown>)[] = [
    () => products.insertMany([one, two, three].sort((a, b) => a._id.toHexString().localeCompare(b._id.toHexString()))),
    () => products.insert({ ...two, _id: new ObjectId() }),
    () => products.update({ ...one, version: 7 }, fields, new ObjectId()),
    () => products.update(one, { ...fields, slug: 'two' }, new ObjectId()),
    () => products.update(one, { ...fields, name: 'Torch' }, new ObjectId()),
    () => products.deactivateByOwner('ada'),
    () => products.delete(one),
    () => products.deleteById(two._id),
    () => repositories.shopSettings.replace(defaultSettings.taxes),
  ];
  for (const write of writes) {
    const before = await known(catalogue);
    await write();
    expect(catalogue.current()).not.toBe(before);
  }
});

test('another process sees a new or unknown version within a second of a write', async () => {
  const [writer, reader] = [await startProcess(), await startProcess()];
  for (let time = 0; time < 8; time += 1) {
    const before = await known(reader.catalogue);
    await write(writer);
    const writtenAt = performance.now();
    let staleAt = writtenAt;
    for (let now = writtenAt; reader.catalogue.current() === before; now = performance.now()) {
      staleAt = now;
      await delay(2);
    }
    expect(staleAt - writtenAt).toBeLessThan(1_000);
  }
});

test('a process publishes its last write when it closes', async () => {
  const [writer, reader] = [await startProcess(), await startProcess()];
  const before = await known(reader.catalogue);
  await write(writer);
  await writer.close();
  open.splice(open.indexOf(writer), 1);
  while (reader.catalogue.current() === before) await delay(2);
  expect(await known(reader.catalogue)).not.toBe(before);
});

test('reads and writes to other collections do not change the version', async () => {
  const shop = await startProcess();
  // The first version update of a new process may still be on its way.
  await delay(600);
  const before = await known(shop.catalogue);
  await shop.repositories.products.findBySlug('lamp-1');
  await database.db.collection('orders').insertOne({ status: 'any' });
  await shop.repositories.deletedUsers.has('nobody');
  await delay(600);
  expect(await known(shop.catalogue)).toBe(before);
});

test('does not trust a change stream answer that was delayed', async () => {
  const { changeStreams } = await readFeatures(database.db);
  if (!changeStreams) return;
  const proxy = await startAlteringProxy(database.uri);
  let beats = 0;
  let tellHeld: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (tellHeld = resolve));
  proxy.alter = (command, reply) => {
    if (!('getMore' in command) || (beats += 1) < 3) return reply;
    // As in a process with a blocked event loop: all answers arrive late.
    const until = performance.now() + 1_000;
    while (performance.now() < until);
    tellHeld();
    return reply;
  };
  const client = await new MongoClient(proxy.uri).connect();
  const catalogue = followCatalogue({
    db: client.db(database.databaseName),
    collections: catalogueCollections,
    changeStreams: Promise.resolve(true),
  });
  try {
    await known(catalogue);
    await held;
    for (let look = 0; look < 20; look += 1) {
      expect(catalogue.current()).toBeNull();
      await delay(5);
    }
  } finally {
    await catalogue.close();
    await client.close();
    await proxy.stop();
  }
});

test('the version is unknown while the database is unreachable', async () => {
  const client = new MongoClient(database.uri, requestOptions);
  await client.connect();
  const catalogue = await follow(client);
  await known(catalogue);
  await client.close();
  const lostAt = performance.now();
  while (catalogue.current() !== null) await delay(5);
  expect(performance.now() - lostAt).toBeLessThan(1_000);
  await catalogue.close();
});

test('restarts a change stream that the server ends, as for a dropped database', async () => {
  const proxy = await startAlteringProxy(database.uri);
  let begun = 0;
  const begunTwice = new Promise<void>((resolve) => {
    proxy.alter = (command, reply) => {
      const isStream = JSON.stringify(command['pipeline'] ?? '').includes('$changeStream');
      if (isStream && (begun += 1) === 2) resolve();
      const ns = `${database.databaseName}.$cmd.aggregate`;
      if (isStream) return { cursor: { id: Long.fromNumber(7), ns, firstBatch: [] }, ok: 1 };
      return 'getMore' in command ? { cursor: { id: Long.ZERO, ns, nextBatch: [] }, ok: 1 } : reply;
    };
  });
  const client = await new MongoClient(proxy.uri).connect();
  const catalogue = followCatalogue({
    db: client.db(database.databaseName),
    collections: catalogueCollections,
    changeStreams: Promise.resolve(true),
  });
  try {
    await begunTwice;
  } finally {
    await catalogue.close();
    await client.close();
    await proxy.stop();
  }
});

test('public reads query exactly the catalogue collections', async () => {
  const client = new MongoClient(database.uri, { ...requestOptions, monitorCommands: true });
  const repositories = createRepositories(client.db(database.databaseName));
  const server = await startTestServer({
    parts: { repositories },
    besides: { databaseUri: database.uri, db: database.db },
  });
  try {
    await server.repositories.products.insert(buildProduct({ slug: 'seen-lamp' }));
    const read = new Set<unknown>();
    client.on('commandStarted', ({ commandName, command }) => {
      const { [commandName]: target } = command as Record<string, unknown>;
      if (['find', 'aggregate', 'count', 'distinct'].includes(commandName) && target !== versionsCollection)
        read.add(target);
    });
    const nodes = '{ nodes { name email rating } totalCount hiddenAbovePrice }';
    for (const query of [
      `{ products(first: 5) ${nodes} }`,
      `{ products(first: 5, sort: PRICE_ASC, filter: { search: "lamp", maxPrice: 500 }) ${nodes} }`,
      '{ product(slug: "seen-lamp") { name email } }',
      '{ categories { id name image } }',
      '{ delivery { zones { name } } }',
    ]) {
      const { json } = await server.graphql(query);
      expect(json).not.toHaveProperty('errors');
    }
    expect((await server.call('GET', '/api/product?limit=5')).status).toBe(200);
    expect([...read].sort()).toEqual([...catalogueCollections].sort());
  } finally {
    await server.stop();
    await client.close();
  }
});
