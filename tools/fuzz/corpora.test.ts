import { getNamedType, getNullableType, isListType, buildSchema } from 'graphql';
import { readFileSync } from 'node:fs';
import { policy, type Access } from '../../server/policy';
import { fuzzyMatchName, wordsOf } from '../../server/products/fuzzyNames';
import { matchesFilter } from '../../server/products/productFilter';
import { cleanLine, isBlank } from '../../server/text/cleanLine';
import { foldText } from '../../server/text/foldText';
import type { OrderDocument } from '../../server/orders/orderDocument';
import type { ProductDocument } from '../../server/products/products.repository';
import { faultOf } from './answerRules';
import { promised, selectPayloads, spread, type Family, type Payload } from './corpora';
import { openFuzzShop, type FuzzShop } from './fuzzShop';
import { inputFields, type InputField } from './inputFields';
import { misdeedsOf, type Answered, type Case, type Send } from './judging';
import type { UserDocument } from '../../server/users/users.repository';
import { restoreCollection } from './shopState';
import { createWireClient, inParallel, type WireClient } from './wireClient';

const connections = 8;
const isLong = process.env['KIOSK_LONG'] === '1';
const payloads = selectPayloads(isLong);

interface Attack extends Case {
  readonly payload: Payload;
}
type Attacked = Answered<Attack>;
type Json = Record<string, unknown>;

/** Fields of text: by the schema, or because an address or a body holds nothing else. */
function takesText({ encoding, type }: InputField): boolean {
  if (encoding === 'header') return false;
  return type === undefined || ['String', 'ID'].includes(getNamedType(type).name);
}

const labels = inputFields(buildSchema(readFileSync('schema.graphql', 'utf8')), () => undefined)
  .filter(takesText)
  .map(({ label }) => label);

const ownKeys = () => Reflect.ownKeys(Object.prototype).map(String).sort();
const cleanKeys = ownKeys();

let shop: FuzzShop;
let client: WireClient;
let fields: Map<string, InputField>;
let requests = 0;
/** A page with a harmless product, to compare markup with. */
let template: string;
beforeAll(async () => {
  shop = await openFuzzShop();
  client = createWireClient(shop.server.port, connections);
  template = (await shop.server.call('GET', `/products/${shop.known.texts[0]}`)).text;
  fields = new Map(inputFields(shop.schema, shop.sample).map((field) => [field.label, field]));
});
afterAll(async () => {
  process.stdout.write(`corpora: ${labels.length} fields, ${payloads.length} payloads, ${requests} requests\n`);
  client.close();
  await shop.server.stop();
});

const send: Send = async (item) => {
  requests += 1;
  return { ...item, answer: await client.send(item.wire, item.token) };
};

/** An admin only where nobody else has access. */
const callerOf = ({ operation }: InputField) =>
  (policy as Record<string, Access>)[operation] === 'admin' ? shop.admin : shop.user;

/** The neighbouring fields that share all payloads. */
const sharers = isLong ? 1 : 6;
const shareOf = ({ label }: InputField): readonly Payload[] =>
  payloads.filter((_, index) => index % sharers === labels.indexOf(label) % sharers);

/** Fields of a REST body that the server ignores: tried with a fifth of the payloads. */
const isDropped = ({ surface, encoding, type, name }: InputField) =>
  surface === 'rest' && encoding === 'json' && type === undefined && name !== 'body';

function attacksOn(field: InputField): Attack[] {
  const { email, token } = callerOf(field);
  const isList = field.type !== undefined && isListType(getNullableType(field.type));
  // The cells of a file are parsed like the form fields, which get all payloads between them.
  const tried = isDropped(field) || field.encoding === 'raw' ? spread(payloads, payloads.length / 5) : shareOf(field);
  return tried.map((payload, index) => {
    const json = isList ? `[${payload.json}]` : payload.json;
    return { payload, token, wire: field.build(field.encoding === 'json' ? json : payload.text, email, index) };
  });
}

/** The record or list in a successful response. */
function resultOf({ surface, operation }: InputField, { answer }: Attacked): unknown {
  const value = JSON.parse(answer.text) as { data?: Json | null; errors?: unknown };
  if (answer.status >= 400 || (surface === 'graphql' && value.errors !== undefined)) return undefined;
  // A row can be refused in a successful response.
  if (surface === 'rest' && operation === 'importProducts')
    return (value as unknown as Json[])[0]?.['outcome'] === 'refused' ? undefined : value;
  if (surface === 'rest') return value;
  const found = value.data?.[operation];
  const names = changed[operation];
  return names === undefined
    ? (found ?? value.data)
    : names.reduce<unknown>((part, name) => (part as Json)[name], found);
}

/** The path to the changed record in a mutation's response. */
const changed: Readonly<Record<string, readonly string[]>> = {
  createProduct: ['product'],
  updateProduct: ['product'],
  registerUser: ['user'],
  updateProfile: ['user'],
  addToStore: ['storeEntry'],
  sendContactMessage: ['contactMessage'],
  saveSellerSettings: ['sellerSettings', 'seller'],
  createApiKey: ['apiKey'],
  createWebhookEndpoint: ['webhookEndpoint'],
  updateWebhookEndpoint: ['webhookEndpoint'],
};

/** Data of other users in a response to a caller without access to them. */
function leakIn(field: InputField, { answer, wire }: Attacked): string | null {
  if (callerOf(field) === shop.admin) return null;
  const others = [
    'other@kiosk.test',
    'admin@kiosk.test',
    'demoted@kiosk.test',
    'uid-other',
    'uid-admin',
    'The other',
    'The admin',
  ];
  const sent = JSON.stringify(wire);
  const found = others.find((text) => answer.text.includes(text) && !sent.includes(text));
  return found === undefined ? null : `'${found}' of somebody else`;
}

/** No payload is a valid value of these fields, so no call may succeed. */
const neverWorks = new Set(['email', 'id', 'key', 'after', 'cursor', 'limit', 'body', 'role', 'query']);

/** Users whose folded name or e-mail contains the text. */
function peopleWith({ text }: Payload): string[] {
  const part = foldText(text);
  const people = (shop.state.documents.get('users') ?? []) as unknown as UserDocument[];
  return people
    .filter(({ name, email }) => [name, email ?? ''].some((one) => foldText(one).includes(part)))
    .map(({ _id }) => _id);
}

/** Orders whose folded number, e-mail or names contain the text. */
function ordersWith({ text }: Payload): string[] {
  const part = foldText(text);
  const orders = (shop.state.documents.get('orders') ?? []) as unknown as OrderDocument[];
  return orders
    .filter(({ _id, email, shippingAddress, billingAddress }) =>
      [_id, email, shippingAddress.fullName, billingAddress?.fullName ?? ''].some((one) =>
        foldText(one).includes(part),
      ),
    )
    .map(({ _id }) => _id);
}

function slugsWith(payload: Payload, field: InputField): string[] {
  const { name, operation } = field;
  const isOwnList = operation === 'storeItems';
  const nothing = { search: '', category: '', inStockOnly: false, minPrice: null, maxPrice: null };
  const collections = isOwnList ? ['products', 'storeEntries'] : ['products'];
  const items = collections.flatMap((each) => shop.state.documents.get(each) ?? []) as unknown as ProductDocument[];
  return items
    .filter(({ ownerUid }) => !isOwnList || ownerUid === callerOf(field).uid)
    .filter((product) => matchesFilter(product, { ...nothing, [name]: payload.text.normalize('NFC') }))
    .map(({ slug }) => slug);
}

/** Products whose names match every word with at most one typo; none if a name contains the text itself. */
function slugsNear({ text }: Payload): string[] {
  const search = foldText(text);
  const products = (shop.state.documents.get('products') ?? []) as unknown as ProductDocument[];
  const active = products.filter(({ status }) => status === 'active');
  const words = wordsOf(search);
  if (words.length === 0 || active.some(({ nameLower }) => nameLower.includes(search))) return [];
  return active.filter(({ nameLower }) => fuzzyMatchName(words, nameLower) !== null).map(({ slug }) => slug);
}

/** A result beyond what the plain text would give, or a record with values that the server must not accept. */
function breachIn(field: InputField, attacked: Attacked): string | null {
  const { payload, answer } = attacked;
  const result = resultOf(field, attacked);
  if (result === undefined) return null;
  const { name, operation } = field;
  if (operation === 'envelope')
    return answer.text === '{"data":{"categories":[]}}\n' || name !== 'query' ? null : 'answered';
  if (operation === 'users' && name === 'search') {
    const ids = (result as { nodes: { id: string }[] }).nodes.map(({ id }) => id);
    return ids.sort().join() === peopleWith(payload).sort().join() ? null : `${ids.join()} found`;
  }
  if (operation === 'orders' && name === 'search') {
    const orders = (field.surface === 'rest' ? result : (result as Json)['nodes']) as { number: string }[];
    const numbers = orders.map(({ number }) => number);
    return numbers.sort().join() === ordersWith(payload).sort().join() ? null : `${numbers.join()} found`;
  }
  if (operation === 'productSuggestions') {
    const slugs = (result as { products: { slug: string }[] }).products.map(({ slug }) => slug);
    const wanted = slugsNear(payload);
    return slugs.sort().join() === wanted.sort().join() ? null : `${slugs.join()} suggested`;
  }
  if (name === 'search' || name === 'category') {
    const { nodes } = result as { nodes: ({ slug: string } | { product: { slug: string } })[] };
    const slugs = nodes.map((node) => ('product' in node ? node.product : node).slug);
    const wanted = slugsWith(payload, field);
    return slugs.sort().join() === wanted.sort().join() ? null : `${slugs.length} rows instead of ${wanted.length}`;
  }
  if (operation === 'product') return (result as Json)['product'] === null ? null : 'a product';
  if (neverWorks.has(name) && !isDropped(field) && !(operation === 'sendContactMessage' && name === 'email'))
    return `worked: ${answer.text.slice(0, 200)}`;
  return recordBreach(field, payload, result as Json);
}

function recordBreach({ operation, name }: InputField, payload: Payload, record: Json): string | null {
  const wrong = (what: string) => `${what}: ${JSON.stringify(record).slice(0, 300)}`;
  if (operation === 'addToStore')
    return record['name'] === 'Lamp' && record['price'] === 10 && record['email'] === shop.user.email
      ? null
      : wrong('not the catalogue');
  if (operation === 'registerUser' && String(record['role']).toLowerCase() !== 'user') return wrong('a role');
  if (
    operation === 'registerUser' &&
    ('password' in record || (name === 'password' && JSON.stringify(record).includes(payload.text)))
  )
    return wrong('a password');
  if (
    ['createProduct', 'updateProduct'].includes(operation) &&
    (record['email'] !== shop.user.email || String(record['status']).toLowerCase() !== 'active')
  )
    return wrong('owner or status');
  const photo = record['photoURL'];
  if (typeof photo === 'string' && URL.canParse(photo) && !/^https?:\/\/[^@/]+\//.test(photo))
    return wrong('an address');
  for (const address of (record['photos'] ?? []) as string[])
    if (!/^(https?:\/\/[^@/\\]+\/|\/(?![/\\]))/.test(address)) return wrong('an address');
  if (name === 'photos' && payload.family === 'URL') return wrong('an address was taken');
  return null;
}

/** The stored form: in NFC, and a single line as `cleanLine` leaves it, or empty if nothing of it is visible. */
function asStored(field: string, text: string): string {
  if (field === 'description') return text.normalize('NFC');
  if (field === 'message') return text.normalize('NFC').trim();
  const line = cleanLine(text);
  return isBlank(line) ? '' : line;
}

const storedFields = new Set(['name', 'description', 'categories', 'message']);

/** Responses of these operations do not contain the sent text. */
const saysNothing: ReadonlySet<string> = new Set(['addToStore', 'importProducts']);

/** An accepted text that its response returns changed. */
function alteredIn(field: InputField, attacked: Attacked): string | null {
  const { name, operation } = field;
  if (!storedFields.has(name) || isDropped(field) || saysNothing.has(operation)) return null;
  const sent: unknown = JSON.parse(attacked.payload.json);
  const record = resultOf(field, attacked) as Json | undefined;
  if (record === undefined || typeof sent !== 'string') return null;
  const wanted = asStored(name, sent);
  const got = name === 'categories' ? ((record[name] as string[])[0] ?? '') : record[name];
  return got === wanted ? null : `came back as ${JSON.stringify(got)}`;
}

interface Kept {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly categories: readonly string[];
}

/** Created products must read the same over GraphQL, over REST and, for XSS payloads, on their page. */
async function misreadProducts(field: InputField, results: readonly Attacked[]): Promise<string[]> {
  if (field.operation !== 'createProduct' || !storedFields.has(field.name)) return [];
  const made = results.flatMap((each) => {
    const record = resultOf(field, each) as unknown as Kept | undefined;
    return record ? [{ record, payload: each.payload }] : [];
  });
  const list = (await shop.server.call('GET', '/api/product')).json as Kept[];
  const bySlug = new Map(list.map((product) => [product.slug, product]));
  const query = 'query P($slug: String!) { product(slug: $slug) { slug name description categories } }';
  const faults = await inParallel(made, connections, async ({ record, payload }) => {
    requests += 1;
    const { slug, name, description, categories } = record;
    const overGraphql = (await shop.server.graphql(query, { slug })).json as { data: { product: Kept } };
    for (const copy of [overGraphql.data.product, bySlug.get(slug)]) {
      const same =
        copy?.name === name && copy.description === description && copy.categories.join('\0') === categories.join('\0');
      if (!same) return `${slug} reads as ${JSON.stringify(copy)}`;
    }
    return payload.family === 'XSS'
      ? markupIn((await shop.server.call('GET', `/products/${slug}`)).text, payload.text)
      : null;
  });
  return faults.filter((fault) => fault !== null);
}

/**
 * The first piece of the text that appears as markup. JSON blocks are removed as a browser parses them, up to the first
 * end tag of a script, so that a text that breaks out of one is found.
 */
function markupIn(html: string, text: string): string | null {
  const outside = html.replace(/<script type="application\/(?:ld\+)?json"[^>]*>.*?<\/script>/gs, '');
  const pieces = [...text.matchAll(/[<"']/g)]
    .map(({ index }) => text.slice(index, index + 9))
    .filter((piece) => piece.length > 2);
  const found = pieces.find((piece) => outside.split(piece).length > template.split(piece).length);
  return found === undefined ? null : `markup ${JSON.stringify(found)}`;
}

const describeAttack = ({ wire, payload }: Attack, what: string) =>
  `${payload.family} ${what}: ${JSON.stringify(wire).slice(0, 800)}`;

test('E4: the corpora have the documented sizes', () => {
  for (const family of Object.keys(promised) as Family[]) {
    const own = payloads.filter((payload) => payload.family === family);
    expect(own.length).toBeGreaterThanOrEqual(promised[family]);
    expect(new Set(own.map(({ json }) => json)).size).toBe(own.length);
  }
  expect(promised).toEqual({ NoSQL: 30, XSS: 30, URL: 20, unicode: 20, prototype: 15 });
});

/** Records whose version each call names: they are restored after a change. */
const versioned: Readonly<Record<string, string>> = { updateProduct: 'products', saveSellerSettings: 'settings' };

/** Calls that change the same record are sent one after the other. */
async function attack(field: InputField): Promise<Attacked[]> {
  const collection = versioned[field.operation];
  const oneRecord = collection !== undefined || ['registerUser', 'updateProfile'].includes(field.operation);
  return inParallel(attacksOn(field), oneRecord ? 1 : connections, async (each) => {
    const result = await send(each);
    if (collection !== undefined && result.answer.status < 400)
      await restoreCollection(shop.server.db, shop.state, collection);
    return result;
  });
}

describe('every text field', () => {
  test.each(labels)(
    'E4: no payload has an effect in %s',
    async (label) => {
      const field = fields.get(label);
      if (!field) throw new Error(`No field ${label}`);
      const results = await attack(field);
      const faults = results.flatMap((result) =>
        [
          faultOf(shop.schema, field, result.wire, result.answer),
          leakIn(field, result),
          breachIn(field, result),
          alteredIn(field, result),
        ].flatMap((fault) =>
          fault === null ? [] : [describeAttack(result, `${fault} in ${result.answer.text.slice(0, 300)}`)],
        ),
      );
      faults.push(...(await misreadProducts(field, results)));
      const misdeeds = await misdeedsOf({ shop, send, connections, writes: field.writes, results });
      faults.push(...misdeeds.map(({ result, what }) => describeAttack(result, what)));
      expect(faults.slice(0, 5)).toEqual([]);
    },
    120_000,
  );
});

test('E4: no payload in the URL of a page becomes markup', async () => {
  const faults = await inParallel(payloads, connections, async ({ text }) => {
    const encoded = [...Buffer.from(text, 'utf8')].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
    for (const path of [
      `/${encoded}`,
      `/products/${encoded}`,
      `/products?search=${encoded}`,
      `/?${encoded}=${encoded}`,
    ]) {
      const { answer } = await send({ wire: { method: 'GET', path, headers: {} }, token: undefined });
      const fault = answer.status >= 500 ? `status ${answer.status}` : markupIn(answer.text, text);
      if (fault !== null) return `${fault} at ${path}`;
    }
    return null;
  });
  expect(faults.filter((fault) => fault !== null)).toEqual([]);
});

test('E4: no payload pollutes Object.prototype', () => {
  expect(ownKeys()).toEqual(cleanKeys);
  // Node's own modules use another realm than the test.
  const outer = Object.getPrototypeOf(process.versions) as object;
  expect('polluted' in outer || 'polluted' in {} || 'polluted' in []).toBe(false);
});
