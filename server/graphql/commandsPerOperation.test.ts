import { createPrincipals, must, type Principal } from '../testing/principals';
import { startTestServer, type TestServer } from '../testing/startTestServer';
import { storeProducts } from '../testing/storeProducts';
import { recordCommands, type Watch } from '../testing/recordCommands';

const lamps = 60;
const several = 20;
let server: TestServer;
let watch: Watch;
let watched: TestServer;
const tokens = { owner: '', admin: '' };
beforeAll(async () => {
  server = await startTestServer();
  const principals = await createPrincipals(server);
  const { databaseUri: uri, db } = server;
  watch = recordCommands({ uri, databaseName: db.databaseName, db });
  watched = await startTestServer({ besides: server, parts: { repositories: watch.repositories } });
  const tokenOf = ({ uid, email, name }: Principal) => {
    const account = { uid, email, emailVerified: true, name };
    watched.identity.add(account);
    return watched.identity.token(account);
  };
  Object.assign(tokens, { owner: tokenOf(principals.owner), admin: tokenOf(principals.admin) });
  await storeProducts(server.repositories, lamps, (number) => ({
    name: `Lamp ${number}`,
    slug: `lamp-${number}`,
    ownerUid: principals.owner.uid,
  }));
  await addMany(0);
});
afterAll(async () => {
  await watched.stop();
  await watch.stop();
  await server.stop();
});

const addToStore = 'mutation ($input: AddToStoreInput!) { addToStore(input: $input) { storeEntry { id } } }';
const add = (number: number) => must(watched, addToStore, { input: { slug: `lamp-${number}` } }, tokens.owner);
const addMany = (from: number) => Promise.all(Array.from({ length: several }, (_, number) => add(from + number)));
const item = 'id name slug price photos inStock';
const list = (fields: string) => `nodes { ${fields} } totalCount`;
const items = `query ($email: String) { storeItems(email: $email, first: 50) { ${list(item)} } }`;

interface Case {
  readonly query: string;
  readonly who: keyof typeof tokens;
  readonly variables?: object;
  /** The database commands, including the lookup of the caller's record. */
  readonly commands: string;
}

const cases: Case[] = [
  {
    query: '{ productsBySlugs(slugs: ["lamp-1", "lamp-2", "lamp-3"]) { name } }',
    who: 'owner',
    commands: 'find products',
  },
  { query: '{ me { id name role } }', who: 'owner', commands: 'aggregate users' },
  { query: '{ userRole(email: "owner@kiosk.test") }', who: 'owner', commands: 'aggregate users' },
  {
    query: `{ cart { ${item} notice currentPrice } }`,
    who: 'owner',
    commands: 'aggregate users, find products, find storeEntries',
  },
  {
    query: items,
    who: 'owner',
    variables: { email: 'owner@kiosk.test' },
    commands: 'aggregate products, aggregate storeEntries, aggregate users, find products, find storeEntries',
  },
  {
    query: items,
    who: 'admin',
    commands: 'aggregate products, aggregate storeEntries, aggregate users, find products, find storeEntries',
  },
  {
    query: '{ counts { users products orders } }',
    who: 'admin',
    commands: 'aggregate orders, aggregate products, aggregate users, aggregate users',
  },
  {
    query: `{ users(first: 50) { ${list('id name email role')} } }`,
    who: 'admin',
    commands: 'aggregate users, find admins, find users',
  },
  {
    query: `{ auditEntries(first: 50) { ${list('id kind subject actorEmail')} } }`,
    who: 'admin',
    commands: 'aggregate users, find auditEntries, find users',
  },
  {
    query: `{ contactMessages(first: 50) { ${list('id name message')} } }`,
    who: 'admin',
    commands: 'aggregate users, find contactMessages',
  },
];

/** Sorted, because several run concurrently. */
const sent = async (work: () => Promise<unknown>) => (await watch.commandsOf(work)).sort().join(', ');

test('addToStore sends a fixed number of commands, however many entries there are', async () => {
  const ofAddition = 'aggregate storeEntries, aggregate users, find products, insert storeEntries';
  expect(await sent(() => add(several))).toEqual(ofAddition);
  await addMany(several);
  expect(await sent(() => add(several))).toEqual(ofAddition);
});

test.each(cases)('$query by $who sends a fixed number of commands, however many rows there are', async (each) => {
  const { query, who, variables = {}, commands } = each;
  expect(await sent(() => must(watched, query, variables, tokens[who]))).toBe(commands);
});
