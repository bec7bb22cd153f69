import { BadInputError } from '../errors';
import { fieldNames, productFields } from '../products/productFields';
import { apiTaxClasses } from '../pricing/taxClass';
import { createProductInput, updateProductInput } from '../products/products.input';
import { checkoutRows } from './checkoutRows';
import type { Endpoint, EndpointRow, Values } from './endpoint';
import { copyRows } from './copyRows';
import { orderRows } from './orderRows';
import { dateTimeSchema } from './queryParameters';
import { enumValue } from './restShape';

const item = 'id name slug photos price discount inStock status categories email createdAt';
const fieldsOfProduct = fieldNames.filter(
  (name) => productFields[name].rest !== 'never' && !item.split(' ').includes(name),
);
const product = `${item} ${fieldsOfProduct.join(' ')}`;
/** Public reads omit stock, which anonymous callers cannot see. */
const ofReadProduct = fieldsOfProduct
  .map((name) => (name === 'stock' ? 'stock @include(if: $pieces)' : name))
  .join(' ');
const readProduct = `${item} ${ofReadProduct}`;
const storeEntry = `${item} productSlug notice currentPrice`;
const storeItem = `__typename ${item} ... on Product { ${ofReadProduct} } ... on StoreEntry { productSlug notice currentPrice }`;
const user = 'id name email emailVerified role photoURL createdAt';
const pageInfo = 'pageInfo { endCursor hasNextPage }';

/** A key with an @ is never looked up as a uid: the path must not name another person once an e-mail is given up. */
const person = (key = '', name = 'id'): Values => (key.includes('@') ? { email: key } : { [name]: key });
const personKey = "The person's e-mail, or their uid if it has no @.";

/** REST's names. */
const restNames = (selection: string) => selection.split(' ').map((name) => (name === 'id' ? '_id' : name));
/** Read-only fields: what was read may be sent back, and they are ignored. */
const answeredFields = [...new Set(restNames(`${product} ${storeEntry}`))];
const userFields = [...restNames(user), 'password', 'token'];
const allBut = (fields: readonly string[], used: readonly string[]) => fields.filter((field) => !used.includes(field));
const taxClasses = Object.keys(apiTaxClasses);
const createdFields = Object.keys(createProductInput.shape);
const changedFields = Object.keys(updateProductInput.shape).filter((name) => name !== 'id');

/** Two rows with two document names: a generated client has a method for each. */
const productCreation = (name: string) =>
  ({
    operation: 'createProduct',
    document: `mutation ${name}($input: CreateProductInput!) { createProduct(input: $input) { product { ${product} } } }`,
    body: { used: createdFields, required: ['name', 'price'], overruled: allBut(answeredFields, createdFields) },
    variables: ({ body: { photos, categories, taxClass, ...others } }) => ({
      input: {
        ...others,
        ...(taxClass !== undefined && { taxClass: enumValue(taxClass, taxClasses) }),
        ...(typeof photos === 'string' ? { photosText: photos } : { photos }),
        ...(typeof categories === 'string' ? { categoriesText: categories } : { categories }),
      },
    }),
    status: 201,
    part: 'product',
  }) as const satisfies Partial<Endpoint>;

/** Sending back what was read must not restore pieces sold meanwhile. */
function withSeenStock(body: Values): Values {
  if (body['stock'] == null || body['seenStock'] != null || body['isCounted'] === true) return body;
  throw new BadInputError(
    'seenStock is required beside stock: the stock that was read; or isCounted, where it is not counted yet.',
    'seenStock',
  );
}

/** Beyond the specification: one product by the id that every response has. */
const productRows: readonly EndpointRow[] = [
  {
    rows: ['M51'],
    method: 'GET',
    path: '/products/:id',
    summary: 'One product; an inactive one for its owner and admins.',
    keys: { id: "The product's id." },
    operation: 'product',
    document: `query Product($id: ID!, $pieces: Boolean! = true) { product(id: $id) { ${readProduct} } }`,
    variables: ({ params }) => ({ id: params['id'] }),
    absent: 'There is no such product.',
  },
  {
    rows: ['M63'],
    method: 'PATCH',
    path: '/products/:id',
    summary:
      'Changes a product, unless it was changed since the version that the caller has seen (409). `stock` needs `seenStock` beside it, or `isCounted`.',
    keys: { id: "The product's id." },
    operation: 'updateProduct',
    document: `mutation UpdateProduct($input: UpdateProductInput!) { updateProduct(input: $input) { product { ${product} } } }`,
    body: { used: changedFields, required: [], overruled: allBut(answeredFields, changedFields) },
    variables: ({ params, body: { taxClass, status, ...others } }) => ({
      input: {
        ...withSeenStock(others),
        ...(taxClass !== undefined && { taxClass: enumValue(taxClass, taxClasses) }),
        ...(status !== undefined && { status: enumValue(status, ['active', 'inactive']) }),
        id: params['id'],
      },
    }),
    part: 'product',
    ifMatch: true,
  },
];

const rows: readonly EndpointRow[] = [
  {
    rows: ['M49'],
    method: 'POST',
    path: '/jwt',
    summary: 'Confirms the ID token that the call carries and hands it back as the access token.',
    operation: 'createAccessToken',
    document:
      'mutation CreateAccessToken($input: CreateAccessTokenInput!) { createAccessToken(input: $input) { token } }',
    body: { used: ['email'], required: ['email'], overruled: allBut(userFields, ['email']) },
  },
  {
    rows: ['M50'],
    method: 'GET',
    path: '/store',
    whenQuery: 'email',
    summary: "A user's store entries, which are their cart.",
    keys: { email: "The user's e-mail; then the answer is the whole cart, and `limit` and `cursor` are refused." },
    operation: 'cart',
    document: `query Cart($email: String) { cart(email: $email) { ${storeEntry} } }`,
    variables: ({ query }) => ({ email: query['email'] }),
  },
  {
    rows: ['M51'],
    method: 'GET',
    path: '/product',
    summary:
      'All active products, newest first; or those that were changed since some time, in the order of the changes.',
    query: {
      changedSince: {
        schema: dateTimeSchema,
        description:
          'Only products whose `updatedAt` is not before it, the oldest change first. What was changed in the last five seconds is listed after them.',
      },
    },
    operation: 'products',
    document: `query Products($first: Int!, $after: String, $changedSince: DateTime, $pieces: Boolean! = true) { products(filter: { changedSince: $changedSince }, first: $first, after: $after) { nodes { ${readProduct} } ${pageInfo} } }`,
    variables: ({ query }) => ({ changedSince: query['changedSince'] }),
    list: true,
  },
  {
    rows: ['M52'],
    method: 'POST',
    path: '/store',
    summary: "Adds a product to the caller's store; everything but its slug or id is taken from the catalogue.",
    operation: 'addToStore',
    document: `mutation AddToStore($input: AddToStoreInput!) { addToStore(input: $input) { storeEntry { ${storeEntry} } } }`,
    body: { used: ['slug', 'productId'], required: [], overruled: allBut(answeredFields, ['slug']) },
    status: 201,
    part: 'storeEntry',
  },
  {
    rows: ['M53', 'M54'],
    method: 'POST',
    path: '/users',
    summary: "Creates or completes the caller's record. A password is dropped unread, a role is never taken from here.",
    operation: 'registerUser',
    document: `mutation RegisterUser($input: RegisterUserInput!) { registerUser(input: $input) { user { ${user} } } }`,
    body: {
      used: ['name', 'email', 'photoURL'],
      required: ['name', 'email'],
      overruled: allBut(userFields, ['name', 'email', 'photoURL']),
    },
    status: 201,
    part: 'user',
  },
  {
    rows: ['M55'],
    method: 'GET',
    path: '/users/role/:email',
    summary: "A person's role.",
    keys: { email: personKey },
    operation: 'userRole',
    document: 'query UserRole($email: String, $id: ID) { userRole(email: $email, id: $id) }',
    variables: ({ params }) => person(params['email']),
    valueName: 'role',
  },
  {
    rows: ['M56'],
    method: 'GET',
    path: '/users',
    summary: 'All users, newest first.',
    operation: 'users',
    document: `query Users($first: Int!, $after: String) { users(first: $first, after: $after) { nodes { ${user} } ${pageInfo} } }`,
    list: true,
  },
  {
    rows: ['M57'],
    method: 'PATCH',
    path: '/users/role/:email',
    summary: "Changes another person's role.",
    keys: { email: personKey },
    operation: 'changeUserRole',
    document:
      'mutation ChangeUserRole($input: ChangeUserRoleInput!) { changeUserRole(input: $input) { user { role } } }',
    body: { used: ['role'], required: ['role'], overruled: allBut(userFields, ['role']) },
    variables: ({ params, body }) => ({
      input: { ...person(params['email']), role: enumValue(body['role'], ['user', 'admin']) },
    }),
    part: 'user',
  },
  {
    rows: ['M58'],
    method: 'DELETE',
    path: '/users/:email',
    summary: 'Deletes another person.',
    keys: { email: personKey },
    operation: 'deleteUser',
    document: 'mutation DeleteUser($input: DeleteUserInput!) { deleteUser(input: $input) { user { id } } }',
    variables: ({ params }) => ({ input: person(params['email']) }),
    part: 'user',
  },
  {
    rows: ['M59'],
    method: 'GET',
    path: '/store/:key',
    summary: 'The store entries and products of the user whose e-mail or uid is the key, newest first.',
    keys: { key: personKey },
    operation: 'storeItems',
    document: `query StoreItems($email: String, $ownerId: ID, $first: Int!, $after: String, $pieces: Boolean! = true) { storeItems(email: $email, ownerId: $ownerId, first: $first, after: $after) { nodes { ${storeItem} } ${pageInfo} } }`,
    variables: ({ params }) => person(params['key'], 'ownerId'),
    list: true,
  },
  {
    rows: ['M60'],
    method: 'GET',
    path: '/store',
    summary: 'Every product and every store entry, newest first.',
    operation: 'storeItems',
    document: `query AllStoreItems($first: Int!, $after: String, $pieces: Boolean! = true) { storeItems(first: $first, after: $after) { nodes { ${storeItem} } ${pageInfo} } }`,
    list: true,
  },
  {
    rows: ['M61'],
    method: 'DELETE',
    path: '/store/:key',
    summary: 'Deletes the product or store entry whose id is the key.',
    keys: { key: 'The id of the product or store entry.' },
    operation: 'deleteStoreItem',
    document:
      'mutation DeleteStoreItem($input: DeleteStoreItemInput!) { deleteStoreItem(input: $input) { storeItem { id } } }',
    variables: ({ params }) => ({ input: { id: params['key'] } }),
    part: 'storeItem',
  },
  {
    rows: ['M62'],
    method: 'POST',
    path: '/',
    summary: "Creates a catalogue product ('Add Product').",
    ...productCreation('AddProduct'),
  },
  {
    rows: ['M63'],
    method: 'POST',
    path: '/product',
    summary: "Creates a catalogue product ('Create Product').",
    ...productCreation('CreateProduct'),
  },
  {
    rows: ['M64'],
    method: 'GET',
    path: '/counts',
    summary: 'How many users, products and orders there are.',
    operation: 'counts',
    document: 'query Counts { counts { users products orders } }',
  },
  ...productRows,
  ...copyRows,
  ...checkoutRows,
  ...orderRows,
];

/** By default the body is the operation's input, and success is 200. */
export const endpoints: readonly Endpoint[] = rows.map((row) => ({
  variables: ({ body }) => (row.body ? { input: body } : {}),
  status: 200,
  ...row,
}));
