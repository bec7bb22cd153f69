import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { longLivedIn } from '../testing/longLived';
import { cacheBounds } from './boundedCache';

const root = join(__dirname, '..', '..');
const server = join(root, 'server');
const packages = join(root, 'packages');
const emulator = 'packages/auth-emulator/src';
const database = 'packages/embedded-mongodb/src';

/** Long-lived collections other than bounded caches, each with its bound. */
const boundedOtherwise: Readonly<Record<string, string>> = {
  'cache/answerCache.ts inFlight':
    'one entry for each answer that is being made; it holds what its request holds itself',
  'auth/revocationChecks.ts asking': 'one entry for each call to the identity provider that is under way',
  'auth/revocationChecks.ts waiting': 'one entry for each account with a call under way',
  'checkout/driveCheckout.ts underWay': 'one for each checkout that is being moved, until it is',
  'collections/repositories.ts counts': 'one entry for each count of one document',
  'database/followMembers.ts members': 'one entry for each server of the database',
  'database/logRefusal.ts warnedAt': 'one time for each error code of the database',
  'http/clientFiles.ts files': 'the files of the build',
  'http/clientFiles.ts pages': 'the pages of the build',
  'http/clientFiles.ts preloads': 'the pages of the build',
  'http/connectionLimits.ts amounts': 'one entry for each client with a connection; 4,000 connections in all',
  'http/connectionLimits.ts open': 'one entry for each connection, 4,000 in all',
  'http/drain.ts open': 'one entry for each request that is being answered',
  'http/concurrencyLimiter.ts slots': 'one entry for each expensive call under way, 16 in all',
  'notices/noticeProcessor.ts waiting': '100 notices; the sweeper has the others',
  'telemetry/instrumentDatabase.ts running': 'one entry for each command under way, which a connection has one of',
  'webhooks/startWebhooks.ts lanes': 'two for each webhook endpoint, 10 in all, while something is sent to it',
  'process/workerMetrics.ts latest': 'the metrics of each worker, until it has ended',
  'process/workers.ts workers': 'WEB_CONCURRENCY',
  'process/workers.ts retiring': 'the workers that are being replaced',
  'process/workers.ts loading': 'the workers that are starting',
  'packages/csv/src/columnFinder.ts byName': 'the columns of a kind of file',
  [`${emulator}/accountSync.ts refusedUids`]: 'the uids of the accounts, which the emulator holds itself',
  [`${emulator}/accountSync.ts uids`]: 'the accounts that changed while a batch was under way',
  [`${emulator}/lookupCache.ts responses`]: '4 MB; emptied by every change of an account',
  [`${database}/catalog.ts collections`]: 'the collections and indexes of the database',
  [`${database}/commitQueue.ts waiting`]: 'one for each write command under way, which a connection has one of',
  [`${database}/counters.ts operations`]: 'the kinds of operations',
  [`${database}/cursors.ts open`]: 'opened by whoever has signed in; idle ones end after 10 minutes',
  [`${database}/dataSizes.ts sizes`]: 'one number for each collection',
  [`${database}/documentCounts.ts counts`]: 'one number for each collection',
  [`${database}/expressions/calendar.ts zones`]: 'the time zones there are',
  [`${database}/indexWriteBuffer.ts removals`]: '96 MB with the entries that are held back; written then',
  [`${database}/indexWriteBuffer.ts removed`]: 'the same',
  [`${database}/indexWriteBuffer.ts runs`]: '64 runs, and 96 MB',
  [`${database}/indexUsage.ts usage`]: 'two numbers for each index that was used or built since the start',
  [`${database}/operations.ts readCommands`]: 'the names of commands that read',
  [`${database}/operations.ts writeCommands`]: 'the names of commands that write',
  [`${database}/operations.ts running`]: 'one entry for each command under way, which a connection has one of',
  [`${database}/records.ts nextRecord`]: 'one number for each collection',
  [`${database}/regex.ts regexCache`]: '8 expressions',
  [`${database}/server.ts running`]: 'one entry for each command under way, which a connection has one of',
  [`${database}/server.ts sockets`]: 'one entry for each connection; 200 that have not signed in',
  [`${database}/snapshots.ts open`]: '8 snapshots',
  [`${database}/unauthenticatedConnections.ts sockets`]: '200 connections',
  [`${database}/wire.ts chunks`]: 'what has arrived of one message of a connection, 48 MB at most',
};

/** Collections of closures and objects that live only as long as one call, stream or start. */
const ofOneCall: readonly string[] = [
  ...['database/mapByKey.ts failures', 'env.ts wrong', 'graphql/createApollo.ts refunds'],
  ...['graphql/fastPath.ts chunks', 'rest/wholeLists.ts pages'],
  ...['definitions', 'places', 'spreads'].map((name) => `graphql/nullArguments.ts ${name}`),
  ...['graphql/repeatedFields.ts keys', 'products/importProducts.ts bySlug', 'products/importProducts.ts planned'],
  ...['orders/numberLacking.ts creditNotes', 'orders/numberLacking.ts invoices'],
  ...['reconciliation/compareDay.ts differences', 'reconciliation/movementWindow.ts kept'],
  ...['reports/salesFigures.ts rows', 'reports/salesFigures.ts zones', 'reports/salesReport.ts sold'],
  'packages/mongo-archive/src/checkArchive.ts found',
  ...[
    ...['accumulators.ts best', 'accumulators.ts found', 'accumulators.ts items', 'aggregate.ts documents'],
    ...['aggregate.ts filters', 'aggregationStages.ts values', 'commitQueue.ts replies', 'cursors.ts batch'],
    ...[
      'dataSizes.ts before',
      'documentCounts.ts before',
      'expressions/arrays.ts rows',
      'expressions/compile.ts variableNames',
    ],
    ...['flatProjection.ts ranges', 'indexKeys.ts keys', 'indexScan.ts ranges', 'matcher.ts wanted'],
    ...['pipelineTail.ts kept', 'planner.ts found', 'projection.ts children', 'readCommands.ts values', 'sort.ts rows'],
    ...[
      'storedFields.ts found',
      'storedFields.ts items',
      'unchangedIndexFields.ts elements',
      'writeCommands.ts upserted',
    ],
  ].map((name) => `${database}/${name}`),
];

function sourceFiles(): string[] {
  const own = readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((name) => !/^(testing|backup|demo)\//.test(name) && name !== 'cache/boundedCache.ts')
    .map((name) => join(server, name));
  const packaged = readdirSync(packages, { recursive: true, encoding: 'utf8' }).map((name) => join(packages, name));
  return [...own, ...packaged].filter(
    (name) =>
      /\.ts$/.test(name) && !/\.(test|fixture|cli)\.ts$|\.d\.ts$|__generated__|\/resilience\/|cases\.ts$/i.test(name),
  );
}

/** The long-lived collections of a file, as 'file name'. */
const longLived = (file: string): string[] =>
  longLivedIn(file).map((name) => `${relative(file.startsWith(server) ? server : root, file)} ${name}`);

test('every long-lived collection, array and object is a bounded cache or listed with its bound', () => {
  const listed = [...Object.keys(boundedOtherwise), ...ofOneCall];
  expect(sourceFiles().flatMap(longLived).sort()).toEqual(listed.sort());
});

test('every bound is used by a cache', () => {
  const code = sourceFiles()
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const used = (name: string) => code.includes(`('${name}'`) || code.includes(`cacheBounds.${name}`);
  expect(Object.keys(cacheBounds).filter((name) => !used(name))).toEqual([]);
});

test('all bounds together are at most 40 MB', () => {
  const bytes = Object.values(cacheBounds).reduce((sum, each) => sum + each, 0);
  expect(bytes).toBeLessThanOrEqual(40 * 1024 * 1024);
});
