import { readFileSync } from 'node:fs';
import { cacheBounds } from '../../server/cache/boundedCache';
import { constants } from '../../server/constants';
import { heavyCost } from '../../server/graphql/cost';
import { messageDays } from '../../server/mail/queueMessage';
import { maxTotalCents } from '../../server/pricing/cents';
import { maximumEntries } from '../../server/store/store.service';
import { productionDefaults } from '../../server/testing/productionSettings';
import { maxTermBytes } from '../../server/text/searchTerms';

const text = readFileSync('docs/security.md', 'utf8');
const prose = text.replaceAll(/\s+/g, ' ');

const toNumber = (digits: string) => Number(digits.replaceAll(/[,_]/g, ''));

/** The numbers in a row of a table of docs/security.md. */
function numbersOf(row: string, at = text): number[] {
  const cells = new RegExp(`^\\| ${row} +\\| (.+?) +\\|$`, 'm').exec(at)?.[1];
  if (cells === undefined) throw new Error(`There is no row '${row}'.`);
  return [...cells.matchAll(/\d[\d,]*(?:\.\d+)?/g)].map(([number]) => toNumber(number));
}

/** The numbers of a sentence, in which # stands for each. */
function numbersIn(sentence: string): number[] {
  const escaped = sentence.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('#', '(\\d[\\d,]*)');
  const found = new RegExp(escaped).exec(prose);
  if (!found) throw new Error(`There is no sentence '${sentence}'.`);
  return found.slice(1).map(toNumber);
}

/** A constant of a file that nothing else needs: `const name = 5 * 60_000` or `{ perClient: 4, inAll: 16 }`. */
function constantsOf(file: string, name: string): number[] {
  const value = new RegExp(`^(?:export )?const ${name} = (.+);$`, 'm').exec(readFileSync(file, 'utf8'))?.[1];
  if (value === undefined) throw new Error(`There is no ${name} in ${file}.`);
  return value.split(/[,:]/).flatMap((part) => {
    const factors = [...part.matchAll(/\d[\d_]*/g)].map(([digits]) => toNumber(digits));
    return factors.length === 0 ? [] : [factors.reduce((product, factor) => product * factor, 1)];
  });
}

const one = (file: string, name: string): number => constantsOf(file, name)[0] ?? Number.NaN;
const dayMs = 24 * 60 * 60_000;

const { maxProductsPerUser, contactRetentionDays, connectionsPerAddress, ...settings } = productionDefaults();
const rateLimits = { checkouts: 0, ...settings.rateLimits };
const storedAt = text.slice(text.indexOf('| Stored '));
const unverified = one('server/products/productQuota.ts', 'maxForUnverified');
const notices = one('server/server.ts', 'noticesPerMinute');
const held = one('server/checkout/heldLimit.ts', 'maxHeldPieces');
const { idempotencyHours, deletedItemMinutes } = constants.keptFor;
const stripeNotices = 'server/payments/stripe/stripeNotices.ts';

/** What a row of a table says, and what the code has. */
const rows: [row: string, expected: number[], at?: string][] = [
  [
    'e-mail',
    [one('server/auth/canonicalEmail.ts', 'maxLength'), one('server/auth/canonicalEmail.ts', 'maxLocalLength')],
  ],
  ['slug', []],
  ['deleted items', [deletedItemMinutes]],
  ['products', [maxProductsPerUser, unverified]],
  ['search terms', [maxTermBytes]],
  ['store entries', [maximumEntries]],
  [
    'contact message',
    [
      ...[constants.nameMinimumLength, 100, constants.contactMessageLength.minimum],
      ...[constants.contactMessageLength.maximum, contactRetentionDays],
    ],
  ],
  ['Idempotency-Key', [1, one('server/graphql/idempotency.ts', 'longestKey'), idempotencyHours]],
  ['wrong API keys', [one('server/server.ts', 'wrongKeysPerMinute')]],
  ['notices of payments', [64, one(stripeNotices, 'toleranceSeconds'), notices]],
  ['one purchase', [held, maxTotalCents / 100]],
  // The number of their refusal.
  ['contact messages', [409], storedAt],
  ['answers under a key', [idempotencyHours], storedAt],
  ['accounts', [], storedAt],
  ['products, entries', [maximumEntries, deletedItemMinutes], storedAt],
  ['counts of limits', [cacheBounds.rateWindows / 1_024 ** 2], storedAt],
  ['audit log', [], storedAt],
  ['checkouts', [rateLimits.checkouts, one('server/checkout/steps.ts', 'keptMs') / dayMs], storedAt],
  ['API keys', [one('server/apiKeys/apiKeys.service.ts', 'mostLive')], storedAt],
  ['messages to buyers', [messageDays], storedAt],
  ['test payments', [one('server/payments/keptUnpaid.ts', 'keptUnpaidMs') / dayMs], storedAt],
  ['notices of payments', [notices, one('server/notices/storeNotice.ts', 'keptMs') / dayMs], storedAt],
  [
    'held pieces',
    [
      ...[held, one('server/checkout/heldLimit.ts', 'maxHeldCheckouts')],
      one('server/checkout/driveCheckout.ts', 'holdMs') / 60_000,
    ],
    storedAt,
  ],
  ['log', [], storedAt],
];

test.each(rows)('%s: what the row says is what the code has', (row, expected, at = text) => {
  expect(numbersOf(row, at)).toEqual(expected);
});

test('what a row says in words, or takes from a place that has no constant', () => {
  expect(readFileSync('server/rest/paymentRoutes.ts', 'utf8')).toContain("limit: '64kb'");
  expect(one('server/checkout/startCheckout.ts', 'keptOpenMs')).toBe(one('server/checkout/steps.ts', 'keptMs'));
  expect(one('server/checkout/changeCheckout.ts', 'maxExtensions')).toBe(10);
  expect(prose).toContain('for 15 minutes, ten times extended');
  expect(readFileSync('server/messages/messages.input.ts', 'utf8')).toContain(
    "field: 'name', minimum: constants.nameMinimumLength, maximum: 100",
  );
});

test('the limits that a shop has by default are those of its settings', () => {
  const { tokens, registrations, writes, reads, messages, checkouts } = rateLimits;
  expect(
    numbersIn(
      '`RATE_LIMIT_TOKENS` (#), `RATE_LIMIT_REGISTRATIONS` (#), `RATE_LIMIT_WRITES` (#) and `RATE_LIMIT_READS` (#), and two per day, `RATE_LIMIT_MESSAGES` (#) and `RATE_LIMIT_CHECKOUTS` (#)',
    ),
  ).toEqual([tokens, registrations, writes, reads, messages, checkouts]);
  expect(numbersIn('`CONNECTIONS_PER_ADDRESS` (#;')).toEqual([connectionsPerAddress]);
});

test('the prices of reads, and how many expensive calls are under way at a time', () => {
  const cost = 'server/graphql/cost.ts';
  expect(numbersIn('as many as its cost begins to fill of #')).toEqual([one(cost, 'costPerRead')]);
  expect(numbersIn('a page #, a count #;')).toEqual([one(cost, 'pageQuery'), one(cost, 'counting')]);
  expect(numbersIn('a page costs # and a count #;')).toEqual(constantsOf(cost, 'searching').slice(0, 2));
  expect(numbersIn('a mutation costs # and # for each of its rows')).toEqual([
    one(cost, 'mutation'),
    one(cost, 'changedRow'),
  ]);
  expect(numbersIn('takes one for each page of # rows')).toEqual([one('server/rest/restRouter.ts', 'wholePage')]);
  expect(numbersIn('a PDF # for each paper')).toEqual([one('server/rest/documentRoutes.ts', 'readsPerPaper')]);
  expect(prose).toContain('a part of the sitemap one for each thousand addresses');
  expect(one('server/pages/siteFiles.ts', 'batch')).toBe(1_000);
  const gates = [
    constantsOf('server/graphql/createApollo.ts', 'heavyLimits'),
    constantsOf('server/rest/wholeLists.ts', 'placeLimits'),
    constantsOf('server/rest/documentRoutes.ts', 'placeLimits'),
    constantsOf('server/pages/siteFiles.ts', 'placeLimits'),
  ];
  expect(
    numbersIn(
      'documents that cost # or more, # and #; REST lists of more than one page, # and #; PDFs of papers, # and #; parts of the sitemap that are being made, # and #.',
    ),
  ).toEqual([heavyCost, ...gates.flatMap((gate) => gate.slice(0, 2))]);
  expect(prose).toContain('and four at a time in all');
  expect(gates[0]?.[2]).toBe(4);
});

test('what is kept in memory of lists', () => {
  const megabytes = [one('server/rest/wholeLists.ts', 'mostBytes'), cacheBounds.publicAnswers].map(
    (bytes) => bytes / 1_024 ** 2,
  );
  expect(numbersIn('The whole product list (up to # MB)')).toEqual(megabytes.slice(0, 1));
  expect(numbersIn('the other public answers (# MB in all)')).toEqual(megabytes.slice(1));
});

test('every row of the tables of limits is held by this file or by documentedLimits.test.ts', () => {
  const tests = ['documentedBounds', 'documentedLimits'].map((name) =>
    readFileSync(`tools/scripts/${name}.test.ts`, 'utf8'),
  );
  const tables = text.slice(text.indexOf('| Input '), text.indexOf('## Idempotency keys'));
  const named = [...tables.matchAll(/^\| (.+?) +\|/gm)].map(([, name = '']) => name);
  const found = named.filter((name) => !/^(-+|Input|Limit|Stored)$/.test(name));
  expect(found.length).toBeGreaterThan(40);
  expect(found.filter((name) => !tests.some((test) => test.includes(`'${name}'`)))).toEqual([]);
});
