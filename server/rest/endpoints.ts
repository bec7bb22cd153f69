import { fieldNames, productFields } from '../products/productFields';
import { createProductInput } from '../products/products.input';
import { checkoutRows } from './checkoutRows';
import type { Endpoint, EndpointRow, Values } from './endpoint';

const item = 'id name slug photos price discount inStock status categories email createdAt';
const ofProduct = fieldNames
  .filter((name) => productFields[name].rest !== 'never' && !item.split(' ').includes(name))
  .join(' ');
const product = `${item} ${ofProduct}`;
const storeEntry = `${item} productSlug notice currentPrice`;
const storeItem = `__typename ${item} ... on Product { ${ofProduct} } ... on StoreEntry { productSlug notice currentPrice }`;
const user = 'id name email emailVerified role photoURL createdAt';
const pageInfo = 'pageInfo { endCursor hasNextPage }';

/** An address has an @ in it, and the uids that Firebase makes have none. */
const person = (key = '', name = 'id'): Values => (key.includes('@') ? { email: key } : { [name]: key });

/** As REST calls them. */
const restNames = (selection: string) => selection.split(' ').map((name) => (name === 'id' ? '_id' : name));
/** What answers say of a product, a store entry or a person may be sent as it was read: what a call may not say is overruled. */
const answeredFields = [...new Set(restNames(`${product} ${storeEntry}`))];
const userFields = [...restNames(user), 'password', 'token'];
const allBut = (fields: readonly string[], used: readonly string[]) => fields.filter((field) => !used.includes(field));
const createdFields = Object.keys(createProductInput.shape);

/** Two rows, whose documents bear two names: a client that is generated has a call for each. */
const productCreation = (name: string) =>
  ({
    operation: 'createProduct',
    document: `mutation ${name}($input: CreateProductInput!) { createProduct(input: $input) { product { ${product} } } }`,
    body: { used: createdFields, required: ['name', 'price'], overruled: allBut(answeredFields, createdFields) },
    variables: ({ body: { photos, categories, ...others } }) => ({
      input: {
        ...others,
        ...(typeof photos === 'string' ? { photosText: photos } : { photos }),
        ...(typeof categories === 'string' ? { categoriesText: categories } : { categories }),
      },
    }),
    status: 201,
    part: 'product',
  }) as const satisfies Partial<Endpoint>;

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
    keys: { email: "The user's e-mail." },
    operation: 'cart',
    document: `query Cart($email: String) { cart(email: $email) { ${storeEntry} } }`,
    variables: ({ query }) => ({ email: query['email'] }),
  },
  {
    rows: ['M51'],
    method: 'GET',
    path: '/product',
    summary: 'All active products, newest first.',
    operation: 'products',
    document: `query Products($first: Int!, $after: String) { products(first: $first, after: $after) { nodes { ${product} } ${pageInfo} } }`,
    list: true,
  },
  {
    rows: ['M52'],
    method: 'POST',
    path: '/store',
    summary: "Adds a product to the caller's store; everything but the slug is taken from the catalogue.",
    operation: 'addToStore',
    document: `mutation AddToStore($input: AddToStoreInput!) { addToStore(input: $input) { storeEntry { ${storeEntry} } } }`,
    body: { used: ['slug'], required: ['slug'], overruled: allBut(answeredFields, ['slug']) },
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
    keys: { email: "The person's e-mail, or their uid." },
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
    keys: { email: "The person's e-mail, or their uid." },
    operation: 'changeUserRole',
    document:
      'mutation ChangeUserRole($input: ChangeUserRoleInput!) { changeUserRole(input: $input) { user { role } } }',
    body: { used: ['role'], required: ['role'], overruled: allBut(userFields, ['role']) },
    variables: ({ params, body }) => ({ input: { ...person(params['email']), role: enumValue(body['role']) } }),
    part: 'user',
  },
  {
    rows: ['M58'],
    method: 'DELETE',
    path: '/users/:email',
    summary: 'Deletes another person.',
    keys: { email: "The person's e-mail, or their uid." },
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
    keys: { key: "The user's e-mail, or their uid." },
    operation: 'storeItems',
    document: `query StoreItems($email: String, $ownerId: ID, $first: Int!, $after: String) { storeItems(email: $email, ownerId: $ownerId, first: $first, after: $after) { nodes { ${storeItem} } ${pageInfo} } }`,
    variables: ({ params }) => person(params['key'], 'ownerId'),
    list: true,
  },
  {
    rows: ['M60'],
    method: 'GET',
    path: '/store',
    summary: 'Every product and every store entry, newest first.',
    operation: 'storeItems',
    document: `query AllStoreItems($first: Int!, $after: String) { storeItems(first: $first, after: $after) { nodes { ${storeItem} } ${pageInfo} } }`,
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
  ...checkoutRows,
];

/** A body is the operation's input, and a call done is answered 200, where the row says nothing else. */
export const endpoints: readonly Endpoint[] = rows.map((row) => ({
  variables: ({ body }) => (row.body ? { input: body } : {}),
  status: 200,
  ...row,
}));

/** Roles are lower case here and upper case in GraphQL; anything else is handed on and refused there. */
function enumValue(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  return value === 'user' || value === 'admin' ? value.toUpperCase() : value.toLowerCase();
}
