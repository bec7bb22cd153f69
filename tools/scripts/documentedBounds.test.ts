import { readFileSync } from 'node:fs';
import { cacheBounds } from '../../server/cache/boundedCache';
import { constants } from '../../server/constants';
import { heavyCost } from '../../server/graphql/cost';
import { maxShown } from '../../server/mail/describeContactMessages';
import { messageDays } from '../../server/mail/queueMessage';
import { maxTotalCents } from '../../server/pricing/cents';
import { removalDays } from '../../server/products/removedProducts';
import { maximumEntries } from '../../server/store/store.service';
import { productionDefaults } from '../../server/testing/productionSettings';
import { maxTermBytes } from '../../server/text/searchTerms';
import { maximumUrlLength } from '../../server/webhooks/endpointUrl';
import { deliveryLanes } from '../../server/webhooks/webhookDeliveries.repository';
import { maximumEndpoints } from '../../server/webhooks/webhookEndpoints.repository';

const text = readFileSync('docs/security.md', 'utf8');
const proseOf = (document: string) => document.replaceAll(/\s+/g, ' ');
const prose = proseOf(text);

const toNumber = (digits: string) => Number(digits.replaceAll(/[,_]/g, ''));

/** The numbers in a table row of docs/security.md. */
function numbersOf(row: string, at = text): number[] {
  const cells = new RegExp(`^\\| ${row} +\\| (.+?) +\\|$`, 'm').exec(at)?.[1];
  if (cells === undefined) throw new Error(`There is no row '${row}'.`);
  return [...cells.matchAll(/\d[\d,]*(?:\.\d+)?/g)].map(([number]) => toNumber(number));
}

/** Matches a sentence, in which # stands for each number. */
const patternOf = (sentence: string) =>
  new RegExp(
    sentence.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('#', String.raw`(\d[\d,]*(?:\.\d+)?)`),
  );

/** The numbers of a sentence. */
function numbersIn(sentence: string, at = prose): number[] {
  const found = patternOf(sentence).exec(at);
  if (!found) throw new Error(`There is no sentence '${sentence}'.`);
  return found.slice(1).map(toNumber);
}

/** A constant that a file does not export: `const name = 5 * 60_000` or `{ perClient: 4, inAll: 16 }`. */
function constantsOf(file: string, name: string): number[] {
  const value = new RegExp(`^(?:export )?const ${name} = (.+);$`, 'm').exec(readFileSync(file, 'utf8'))?.[1];
  if (value === undefined) throw new Error(`There is no ${name} in ${file}.`);
  return value.split(/[,:]/).flatMap((part) => {
    const factors = [...part.matchAll(/\d[\d_]*(?:\.\d+)?/g)].map(([digits]) => toNumber(digits));
    return factors.length === 0 ? [] : [factors.reduce((product, factor) => product * factor, 1)];
  });
}

const one = (file: string, name: string): number => constantsOf(file, name)[0] ?? Number.NaN;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const { maxProductsPerUser, contactRetentionDays, connectionsPerAddress, ...settings } = productionDefaults();
const rateLimits = { checkouts: 0, ...settings.rateLimits };
const storedAt = text.slice(text.indexOf('| Stored '));
const unverified = one('server/products/productQuota.ts', 'maxForUnverified');
const notices = one('server/server.ts', 'noticesPerMinute');
const held = one('server/checkout/holdLimit.ts', 'maxHeldPieces');
const { idempotencyHours, deletedItemMinutes } = constants.retention;
const keptEntries = one('server/store/deletedItems.repository.ts', 'maxKeptEntries');
const stripeNotices = 'server/payments/stripe/stripeNotices.ts';

/** Table rows with the values in the code. */
const rows: [row: string, expected: number[], at?: string][] = [
  [
    'e-mail',
    [one('server/auth/canonicalEmail.ts', 'maxLength'), one('server/auth/canonicalEmail.ts', 'maxLocalLength')],
  ],
  ['slug', []],
  ['deleted items', [deletedItemMinutes, keptEntries]],
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
  ['Idempotency-Key', [1, one('server/graphql/idempotency.ts', 'maxKeyLength'), idempotencyHours]],
  ['wrong API keys', [one('server/server.ts', 'wrongKeysPerMinute')]],
  ['notices of payments', [64, one(stripeNotices, 'toleranceSeconds'), notices]],
  [
    'forged notices',
    [
      one('server/server.ts', 'forgedNoticesPerMinute'),
      one('server/rest/paymentRoutes.ts', 'bytesPerForgedNotice') / 1_024,
    ],
  ],
  ['one purchase', [held, maxTotalCents / 100]],
  // 409, the status of their refusal.
  ['contact messages', [409], storedAt],
  ['answers under a key', [idempotencyHours], storedAt],
  ['accounts', [], storedAt],
  ['products, entries', [maximumEntries, deletedItemMinutes, keptEntries], storedAt],
  ['deletions', [removalDays], storedAt],
  ['movements of stock', [], storedAt],
  ['counts of limits', [cacheBounds.rateWindows / 1_024 ** 2], storedAt],
  ['audit log', [], storedAt],
  ['checkouts', [rateLimits.checkouts, one('server/checkout/steps.ts', 'retentionMs') / dayMs], storedAt],
  ['API keys', [one('server/apiKeys/apiKeys.service.ts', 'maxLive')], storedAt],
  ['messages to buyers', [messageDays], storedAt],
  ['test payments', [one('server/payments/unpaidExpiry.ts', 'unpaidRetentionMs') / dayMs], storedAt],
  ['notices of payments', [notices, one('server/notices/storeNotice.ts', 'retentionMs') / dayMs], storedAt],
  [
    'held pieces',
    [
      ...[held, one('server/checkout/holdLimit.ts', 'maxHeldCheckouts')],
      one('server/checkout/driveCheckout.ts', 'holdMs') / 60_000,
    ],
    storedAt,
  ],
  ['log', [], storedAt],
];

test.each(rows)('%s: the table row has the values of the code', (row, expected, at = text) => {
  expect(numbersOf(row, at)).toEqual(expected);
});

test('bounds in words or without a constant match the code', () => {
  expect(readFileSync('server/rest/paymentRoutes.ts', 'utf8')).toContain("limit: '64kb'");
  expect(one('server/checkout/changeCheckout.ts', 'maxExtensions')).toBe(10);
  expect(prose).toContain('for 15 minutes, ten times extended');
  expect(readFileSync('server/messages/messages.input.ts', 'utf8')).toContain(
    "field: 'name', minimum: constants.nameMinimumLength, maximum: 100",
  );
});

test('the documented default limits match the settings', () => {
  const { tokens, registrations, writes, reads, messages, checkouts } = rateLimits;
  expect(
    numbersIn(
      '`RATE_LIMIT_TOKENS` (#), `RATE_LIMIT_REGISTRATIONS` (#), `RATE_LIMIT_WRITES` (#) and `RATE_LIMIT_READS` (#), and two per day, `RATE_LIMIT_MESSAGES` (#) and `RATE_LIMIT_CHECKOUTS` (#)',
    ),
  ).toEqual([tokens, registrations, writes, reads, messages, checkouts]);
  expect(numbersIn('`CONNECTIONS_PER_ADDRESS` (#;')).toEqual([connectionsPerAddress]);
});

test('the documented costs of reads and limits of concurrent expensive calls match the code', () => {
  const cost = 'server/graphql/cost.ts';
  expect(numbersIn('as many as its cost begins to fill of #')).toEqual([one(cost, 'costPerRead')]);
  expect(numbersIn('a page #, a count #;')).toEqual([one(cost, 'pageQuery'), one(cost, 'counting')]);
  expect(numbersIn('a page costs # and a count #;')).toEqual(constantsOf(cost, 'searching').slice(0, 2));
  expect(numbersIn('a mutation costs # and # for each of its rows')).toEqual([
    one(cost, 'mutation'),
    one(cost, 'changedRow'),
  ]);
  expect(numbersIn('of its rows, all countries #.')).toEqual([one(cost, 'countryRows')]);
  expect(numbersIn('What reads all orders of days or products costs #:')).toEqual([one(cost, 'report')]);
  expect(numbersIn('costs as many as it can add, #,')).toEqual([one(cost, 'mostPieces')]);
  expect(prose).toContain('that is in memory already costs one read');
  expect(numbersIn('takes one for each page of # rows')).toEqual([one('server/rest/restRouter.ts', 'wholePage')]);
  expect(numbersIn('a PDF # for each paper')).toEqual([one('server/rest/documentRoutes.ts', 'readsPerPaper')]);
  expect(prose).toContain('a part of the sitemap one for each thousand addresses');
  expect(one('server/pages/siteFiles.ts', 'batchSize')).toBe(1_000);
  const limits = [
    constantsOf('server/graphql/createApollo.ts', 'heavyLimits'),
    constantsOf('server/rest/wholeLists.ts', 'concurrencyLimits'),
    constantsOf('server/rest/documentRoutes.ts', 'concurrencyLimits'),
    constantsOf('server/pages/siteFiles.ts', 'concurrencyLimits'),
  ];
  expect(
    numbersIn(
      'documents that cost # or more, # and #; REST lists of more than one page, # and #; PDFs of papers, # and #; parts of the sitemap that are being made, # and #.',
    ),
  ).toEqual([heavyCost, ...limits.flatMap((limit) => limit.slice(0, 2))]);
  expect(prose).toContain('and four at a time in all');
  expect(limits[0]?.[2]).toBe(4);
});

test('the documented cache sizes match the code', () => {
  const megabytes = [one('server/rest/wholeLists.ts', 'maxBytes'), cacheBounds.publicAnswers].map(
    (bytes) => bytes / 1_024 ** 2,
  );
  expect(numbersIn('The whole product list (up to # MB)')).toEqual(megabytes.slice(0, 1));
  expect(numbersIn('the other public answers (# MB in all)')).toEqual(megabytes.slice(1));
});

/** A sentence of another document and the values in the code. */
type Sentence = readonly [sentence: string, expected: readonly number[]];

const deliver = 'server/webhooks/deliverEvents.ts';
const pauses = constantsOf(deliver, 'backoffMs');
const [everyMs = 0] = constantsOf('server/database/sweepPeriodically.ts', 'everyMs');
const waiting = one('server/webhooks/relayEvents.ts', 'maximumWaiting');
const ofWebhooks: readonly Sentence[] = [
  ['At most # endpoints can be there', [maximumEndpoints]],
  ['Answer by a 2xx within # seconds', [one(deliver, 'usualTimeoutMs') / 1_000]],
  ['at most # KB of an answer are read', [one('server/webhooks/postEvent.ts', 'maximumAnswerBytes') / 1_024]],
  [
    'tried again after # seconds, #, # and # minutes, #, #, # and then every # hours',
    pauses.map((minutes, at) => (at === 0 ? minutes * 60 : minutes / (at < 4 ? 1 : 60))),
  ],
  ['looks for what is to be told # to # seconds after', [0.5, 1.5].map((part) => (part * everyMs) / 1_000)],
  ['Not more than # requests are under way to one endpoint', [one(deliver, 'concurrency') * deliveryLanes.length]],
  ['Where # order events or # others are waiting', [waiting, waiting]],
  [
    'every attempt has failed for # days, with one in each # hours, is disabled',
    [one(deliver, 'disabledAfterMs') / (24 * 60), one(deliver, 'seriesMs') / 60],
  ],
  [
    'Deliveries are kept # days, of each endpoint the last #',
    [
      one('server/webhooks/newDelivery.ts', 'retentionMs') / dayMs,
      one('server/webhooks/startWebhooks.ts', 'keptDeliveries'),
    ],
  ],
  ['signs beside it for # hours', [one('server/webhooks/endpoints.service.ts', 'overlapMs') / hourMs]],
  ['of at most # characters, with port 443', [maximumUrlLength]],
];

const keys = 'server/apiKeys/apiKeys.service.ts';
const keyText = 'server/auth/apiKeyText.ts';
const [random, checksum] = [one(keyText, 'secretLength'), one(keyText, 'checksumLength')];
const ofApiKeys: readonly Sentence[] = [
  ['# random characters and a checksum of #', [random, checksum]],
  ['kiosk_live_[0-9A-Za-z]{#}', [random + checksum]],
  ['at most # years ahead', [one(keys, 'maxMs') / (366 * dayMs)]],
  ['At most # keys are live', [one(keys, 'maxLive')]],
  ["counted for their sender's address, # a minute", [one('server/server.ts', 'wrongKeysPerMinute')]],
];

const send = 'server/mail/sendMessages.ts';
const retries = constantsOf(send, 'backoffMs');
const longestLine = one('server/mail/plainText.ts', 'longest');
const [, mailWidth = ''] = /maxWidth: '(\d+)px'/.exec(readFileSync('server/mail/styles.ts', 'utf8')) ?? [];
const ofMail: readonly Sentence[] = [
  [
    'A mail shows the first # messages, of each at most # characters and # lines',
    [maxShown, ...constantsOf('server/mail/describeContactMessages.ts', 'maxCharactersEach')],
  ],
  ['Every process looks each # to # s for what is due', [0.5, 1.5].map((part) => (part * everyMs) / 1_000)],
  ['at most # a look', [one(send, 'batchSize') * one(send, 'maxBatches')]],
  ['tried again after #, #, #, # and then each # minutes, for # hours', [...retries, one(send, 'retryWindowMs') / 60]],
  ['with its words, at most # characters', [longestLine]],
  ['Tables of at most # pixels', [Number(mailWidth)]],
  ['the newest # times', [one('server/mail/mail.service.ts', 'recordedResends')]],
  ['one line of at most # characters', [longestLine]],
];

const documents: Readonly<Record<string, readonly Sentence[]>> = {
  'docs/webhooks.md': ofWebhooks,
  'docs/api-keys.md': ofApiKeys,
  'docs/mail.md': ofMail,
};

test.each(Object.entries(documents).flatMap(([file, sentences]) => sentences.map((each) => [file, ...each] as const)))(
  '%s: %s',
  (file, sentence, expected) => {
    expect(numbersIn(sentence, proseOf(readFileSync(file, 'utf8')))).toEqual(expected);
  },
);

/** A number that states a bound. */
const bound = new RegExp(
  [
    String.raw`\b(?:at most|not more than|up to|longer than|within) \d[\d,]*`,
    String.raw`\b\d[\d,.]* (?:s|seconds|minutes|hours|days|years|KB|characters|lines|times)\b`,
  ].join('|'),
  'gi',
);

test.each(Object.entries(documents))('%s: no other sentence states a bound in digits', (file, sentences) => {
  const others = sentences.reduce(
    (rest, [sentence]) => rest.replace(patternOf(sentence), ''),
    proseOf(readFileSync(file, 'utf8')),
  );
  expect(others.match(bound)).toBeNull();
});

/** Bounds in words, with the values in the code. */
test.each([
  ['docs/webhooks.md', 'two days after the first attempt', one(deliver, 'retryWindowMs'), 2 * 24 * 60],
  ['docs/webhooks.md', 'not longer for it than an hour', one('server/webhooks/retryAfter.ts', 'maxMs'), hourMs],
  ['docs/webhooks.md', 'from two seconds later on', one('server/events/eventSubscriptions.ts', 'freshMs'), 2_000],
  [
    'docs/api-keys.md',
    'noted at most every five minutes',
    one('server/apiKeys/apiKeyReader.ts', 'noteEveryMs'),
    5 * minuteMs,
  ],
  ['docs/api-keys.md', 'for up to one second after it', one('server/apiKeys/apiKeyReader.ts', 'maxAgeMs'), 1_000],
  ['docs/api-keys.md', 'good within the hour', one('server/apiKeys/apiKeyReader.ts', 'trustedMs'), hourMs],
  ['docs/mail.md', 'with a lease of two minutes', one(send, 'leaseMs'), 2],
  ['docs/mail.md', 'sends up to four at a time', one(send, 'connections'), 4],
  ['docs/mail.md', 'for more than three days', one(send, 'stalenessMs'), 3 * 24 * 60],
  [
    'docs/mail.md',
    'for each window of five minutes',
    one('server/messages/insertWithMail.ts', 'windowMs'),
    5 * minuteMs,
  ],
  ['docs/mail.md', 'at most once within an hour', one('server/orders/orderLink.ts', 'linkIntervalMs'), hourMs],
])('%s, in words: %s', (file, words, inCode, expected) => {
  expect(proseOf(readFileSync(file, 'utf8'))).toContain(words);
  expect(inCode).toBe(expected);
});

test('every row of the tables of limits is covered by this file or by documentedLimits.test.ts', () => {
  const tests = ['documentedBounds', 'documentedLimits'].map((name) =>
    readFileSync(`tools/scripts/${name}.test.ts`, 'utf8'),
  );
  const tables = text.slice(text.indexOf('| Input '), text.indexOf('## Idempotency keys'));
  const named = [...tables.matchAll(/^\| (.+?) +\|/gm)].map(([, name = '']) => name);
  const found = named.filter((name) => !/^(-+|Input|Limit|Stored)$/.test(name));
  expect(found.length).toBeGreaterThan(40);
  expect(found.filter((name) => !tests.some((test) => test.includes(`'${name}'`)))).toEqual([]);
});
