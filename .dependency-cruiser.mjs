// Who may import whom (docs/architecture.md). Read from the folders, so that a new one is guarded the day it appears.
import { readdirSync } from 'node:fs';

const foldersIn = (path) =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('__'))
    .map((entry) => entry.name);

const test = String.raw`\.(test|fixture)\.tsx?$|/testing/`;
/** `name` is what whoever breaks the rule is told. */
const forbid = (name, from, to, { notFrom, notTo } = {}) => ({
  name,
  severity: 'error',
  from: { path: from, ...(notFrom && { pathNot: notFrom }) },
  to: { path: to, ...(notTo && { pathNot: notTo }) },
});

/** Rooms of the server that know no feature, each with those below it. */
const technical = {
  text: [],
  cache: [],
  telemetry: ['cache'],
  database: ['text', 'cache'],
  lists: ['database', 'text', 'cache'],
  auth: ['cache', 'text', 'telemetry'],
  http: ['database', 'text', 'cache', 'auth', 'telemetry'],
  graphql: ['database', 'text', 'cache', 'auth', 'http', 'telemetry'],
  // What REST selects of a product and takes of one follows from the record of its fields, its filters from the operation's; its
  // document describes what webhooks send.
  rest: [
    'auth',
    'database',
    'text',
    'cache',
    'documents',
    'graphql',
    'http',
    'notices',
    'pricing',
    'products',
    'payments',
    'shopOrders',
    'telemetry',
    'webhooks',
  ],
  pages: ['database', 'text', 'cache', 'http'],
};
const above = ['collections', 'process', 'backup', 'demo', 'testing', 'resilience'];
const features = foldersIn('server').filter((name) => !(name in technical) && !above.includes(name));

/** Through which others a feature works; never the other way round. One that is not here works alone. */
const featuresBelow = {
  users: ['audit'],
  messages: ['mail', 'users'],
  apiKeys: ['audit'],
  stock: ['audit', 'events'],
  products: ['users', 'audit', 'events', 'pricing', 'stock'],
  store: ['products', 'users', 'audit'],
  settings: ['pricing', 'audit'],
  shipping: ['settings', 'pricing', 'audit'],
  seller: ['settings', 'shipping', 'audit'],
  taxes: ['settings', 'shipping', 'pricing', 'products', 'audit'],
  inventory: ['products', 'users', 'audit', 'stock'],
  mail: ['audit', 'pricing', 'shipping'],
  webhooks: ['audit', 'events'],
  orders: ['events', 'mail', 'payments', 'pricing', 'products', 'settings', 'shipping', 'stock', 'store', 'users'],
  shopOrders: ['audit', 'orders'],
  documents: ['mail', 'orders', 'pricing', 'settings', 'shipping', 'shopOrders'],
  reports: ['orders', 'products'],
  checkout: ['mail', 'orders', 'payments', 'pricing', 'products', 'settings', 'shipping', 'stock', 'store', 'users'],
  addresses: ['shipping'],
  notices: ['audit', 'checkout', 'orders', 'payments'],
  reconciliation: ['audit', 'checkout', 'orders', 'payments', 'reports', 'settings'],
  personalData: ['addresses', 'audit', 'checkout', 'mail', 'messages', 'orders', 'products', 'store', 'users'],
};

const anyOf = (names) => `^server/(${names.join('|')})/`;
const zonesOfServer = [
  ...Object.entries(technical).map(([room, below]) =>
    forbid(
      `server/${room} knows no feature, and of the other rooms only ${below.join(', ') || 'none'}`,
      `^server/${room}/`,
      anyOf(foldersIn('server')),
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
  forbid('theme/ knows no page: move what one needs to the page', '^client/theme/', '^client/', {
    notFrom: test,
    notTo: '^client/theme/',
  }),
  forbid('ui/ only draws: move what knows the shop to features/', '^client/ui/', '^client/', {
    notTo: '^client/(ui|lib|theme)/',
  }),
  forbid('session/ stands below features/', '^client/session/', '^client/', {
    notTo: '^client/(session|ui|lib|theme|__generated__)/',
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
    {
      name: 'No cycles, of types neither: move what both need to a third file',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    forbid('The server meets the client in schema.graphql only', '^server/', '^client/'),
    forbid('The client meets the server in schema.graphql only', '^client/', '^server/'),
    forbid('Packages know nothing of the shop', '^packages/', '^(server|client|e2e|tools)/'),
    forbid(
      'Only process/, backup/ and testing/ start what stands in for outside services',
      '^(server|client|e2e)/',
      '^packages/',
      {
        notFrom: `${test}|^server/(process|backup)/`,
        notTo: '^packages/csv/',
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
