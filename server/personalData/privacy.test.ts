import { readFileSync } from 'node:fs';
import { constants } from '../constants';
import { declarations } from '../collections/repositories';
import { readEnvironment } from '../env';
import { exportedCollections } from './personalData.repository';

const rows = new Map(
  [...readFileSync('docs/privacy.md', 'utf8').matchAll(/^\| `(\w+)` +\| (.+?) +\| (.+?) +\| (.+?) +\|$/gm)].map(
    ([, collection = '', what = '', howLong = '', whenDeleted = '']) => [collection, { what, howLong, whenDeleted }],
  ),
);
/** Collections without indexes beyond _id. */
const others = ['admins', 'jobs'];

test('the table of personal data lists exactly the collections of the shop', () => {
  expect([...rows.keys()].sort()).toEqual([...declarations.map(({ collection }) => collection), ...others].sort());
});

/** What /privacy calls what is kept about shoppers. */
const namedOnPage: Record<string, string> = {
  users: 'Your account',
  storeEntries: 'Your cart and your products',
  products: 'Your cart and your products',
  orders: 'Your orders',
  checkouts: 'A purchase that you began',
  addresses: 'Your saved addresses',
  outbox: 'Mails to you',
  deletedItems: 'What you delete',
  idempotencyKeys: 'Answers to what you send',
  contactMessages: 'Messages to us',
  rateCounts: 'Your network address',
};
/** A uid alone, of people of the shop or of accounts that are gone or going. */
const notOfShoppers = [
  'apiKeys',
  'webhookEndpoints',
  'reconciliations',
  'stockMovements',
  'auditEntries',
  'deletedUsers',
  'admins',
  'jobs',
];

const namesNetworkAddress = (what: string): boolean => /\bnetwork address\b/.test(what);
/** How /privacy says that a collection has a network address. */
const saidOfNetworkAddress: Record<string, RegExp> = {
  rateCounts: /counts what comes from an address: for a minute, and for a day /,
  idempotencyKeys: /has its answer kept under the address, for \$\{idempotencyHours\} hours/,
  checkouts: /A purchase without an account has it, .* while pieces are held/,
};

test('the page for shoppers names everything that the table has about them', () => {
  const personal = [...rows].filter(
    ([, { what, whenDeleted }]) => whenDeleted !== 'not about accounts' || namesNetworkAddress(what),
  );
  const named = personal.map(([collection]) => collection).filter((collection) => !notOfShoppers.includes(collection));
  expect(named.sort()).toEqual(Object.keys(namedOnPage).sort());
  const page = readFileSync('client/pages/static/PrivacyPage.tsx', 'utf8');
  const passageOf = (title = '') => page.split(`    '${title}',\n`)[1]?.split('\n  ],')[0];
  for (const collection of named) {
    const title = namedOnPage[collection];
    const [days = ''] = /\d+ days/.exec(rows.get(collection)?.howLong ?? '') ?? [];
    expect({ collection, passage: passageOf(title) ?? page.split(`['${title}', `)[1]?.split('],')[0] }).toEqual({
      collection,
      passage: expect.stringContaining(days),
    });
  }
  const addressed = [...rows].filter(([, { what }]) => namesNetworkAddress(what)).map(([collection]) => collection);
  expect(addressed.sort()).toEqual(Object.keys(saidOfNetworkAddress).sort());
  for (const words of Object.values(saidOfNetworkAddress)) expect(passageOf('Your network address')).toMatch(words);
});

test('exactly the collections with a retention period have a TTL index', () => {
  const ending = declarations.filter(({ indexes }) => indexes.some(({ options }) => options?.expireAfterSeconds === 0));
  const limited = [...rows].filter(([, { howLong }]) => /\d/.test(howLong)).map(([collection]) => collection);
  expect(limited.sort()).toEqual(ending.map(({ collection }) => collection).sort());
});

test('the documented retention periods match the code and its settings', () => {
  const { contactRetentionDays } = readEnvironment({} as NodeJS.ProcessEnv);
  const { idempotencyHours, deletedItemMinutes } = constants.retention;
  expect(rows.get('contactMessages')?.howLong).toBe(`\`CONTACT_RETENTION_DAYS\` (${contactRetentionDays})`);
  expect(rows.get('idempotencyKeys')?.howLong).toBe(`${idempotencyHours} hours`);
  expect(rows.get('rateCounts')?.howLong).toBe('1 minute or 1 day');
  expect(rows.get('deletedItems')?.howLong).toBe(`${deletedItemMinutes} minutes`);
});

test('C71 myData exports every collection with personal data, or the document lists it as omitted', () => {
  const text = readFileSync('docs/privacy.md', 'utf8').split("## Getting one's data")[1] ?? '';
  const leftOut = [...text.matchAll(/^- (`.+?):/gm)].flatMap(([, names = '']) => names.match(/(?<=`)\w+(?=`)/g) ?? []);
  const personal = [...rows].filter(([, { whenDeleted }]) => whenDeleted !== 'not about accounts');
  expect([...exportedCollections, ...leftOut].sort()).toEqual(personal.map(([collection]) => collection).sort());
});
