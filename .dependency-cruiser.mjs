// Who may import whom (docs/architecture.md). Read from the folders, so that a new one is guarded the day it appears.
import { readdirSync } from 'node:fs';

const foldersIn = (path) =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('__'))
    .map((entry) => entry.name);

const test = String.raw`\.(test|fixture)\.tsx?$|^server/testing/|/testing/`;
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
const forbid = (comment, from, to, { notFrom, notTo } = {}) =>
  rule(
    comment,
    comment,
    { path: from, ...(notFrom && { pathNot: notFrom }) },
    { path: to, ...(notTo && { pathNot: notTo }) },
  );

/** Rooms of the server that know no feature, each with those below it. */
const technical = {
  text: [],
  cache: [],
  database: ['text', 'cache'],
  lists: ['database', 'text', 'cache'],
  auth: ['cache', 'text'],
  http: ['database', 'text', 'cache', 'auth', 'graphql', 'pages', 'rest'],
  graphql: ['database', 'text', 'cache', 'auth', 'http'],
  // What REST selects of a product and takes of one follows from the record of its fields.
  rest: ['database', 'text', 'cache', 'graphql', 'http', 'products'],
  pages: ['database', 'text', 'cache', 'http'],
};
const above = ['collections', 'process', 'backup', 'demo', 'testing', 'resilience'];
const features = foldersIn('server').filter((name) => !(name in technical) && !above.includes(name));

/** Through which others a feature works; never the other way round. */
const featuresBelow = {
  audit: [],
  users: ['audit'],
  orders: [],
  messages: ['users'],
  products: ['users', 'audit'],
  store: ['products', 'users', 'audit'],
  counts: [],
  personalData: ['audit', 'messages', 'orders', 'products', 'store', 'users'],
};

const anyOf = (names) => `^server/(${names.join('|')})/`;
const zonesOfServer = [
  ...Object.entries(technical).map(([room, below]) =>
    forbid(
      `server/${room} knows no feature, and of the other rooms only ${below.join(', ') || 'none'}`,
      `^server/${room}/`,
      anyOf([...foldersIn('server')]),
      { notFrom: test, notTo: `^server/(${[room, ...below].join('|')})/` },
    ),
  ),
  ...features.map((feature) =>
    forbid(
      `server/${feature} reaches ${featuresBelow[feature]?.join(', ') || 'no other feature'} alone: move what both need below them`,
      `^server/${feature}/`,
      anyOf(features),
      { notFrom: test, notTo: `^server/(${[feature, ...(featuresBelow[feature] ?? [])].join('|')})/` },
    ),
  ),
  forbid(
    'A feature knows nothing of how it is started or asked',
    anyOf(features),
    anyOf(['process', 'backup', 'demo', 'http', 'rest', 'pages']),
    {
      notFrom: `${test}|\\.cli\\.ts$`,
      // What pictures there are is data.
      notTo: '^server/demo/pictures/',
    },
  ),
];

const zonesOfClient = [
  forbid('lib/ is plain functions: it imports nothing of ours', '^client/lib/', '^client/', { notTo: '^client/lib/' }),
  forbid('ui/ only draws: move what knows the shop to features/', '^client/ui/', '^client/', {
    notTo: '^client/(ui|lib)/',
  }),
  forbid('session/ stands below features/', '^client/session/', '^client/', {
    notTo: '^client/(session|ui|lib|__generated__)/',
  }),
  forbid('Pages compose features; the shell in app/ imports pages', '^client/pages/', '^client/app/'),
  forbid('Features stand below pages', '^client/features/', '^client/(app|pages|playground)/'),
  ...foldersIn('client/features').map((feature) =>
    forbid(
      `Features do not know each other: a page joins ${feature} and another one through a slot`,
      `^client/features/${feature}/`,
      '^client/features/',
      { notTo: `^client/features/${feature}/` },
    ),
  ),
];

export default {
  forbidden: [
    rule('no cycles', 'Types count, too: move what both need to a third file', {}, { circular: true }),
    forbid('The halves meet in schema.graphql only', '^server/', '^client/'),
    forbid('The halves meet in schema.graphql only ', '^client/', '^server/'),
    forbid('Packages know nothing of the shop', '^packages/', '^(server|client|e2e|tools)/'),
    forbid(
      'Only process/, backup/ and testing/ start what stands in for outside services',
      '^(server|client|e2e)/',
      '^packages/',
      {
        notFrom: `${test}|^server/(process|backup)/`,
      },
    ),
    forbid('Tools look at the shop, never the other way', '^(server|client|packages)/', '^tools/', { notFrom: test }),
    forbid('What is measured here is the API', '^tools/bench/', '^client/'),
    ...zonesOfServer,
    ...zonesOfClient,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '__generated__|server/testing/foreignClients|tools/scripts/(mongosh|foreignDrivers)' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
};
