import type { Operation } from '../policy';

type Values = Readonly<Record<string, unknown>>;

/** What a call carries, read and checked against the row's names. */
export interface RestCall {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Values;
}

/**
 * One call of the specification's section 7: which operation answers it and how the two shapes are mapped. Rules, queries
 * and rights live behind the operation and nowhere here.
 */
export interface Endpoint {
  /** The acceptance rows it answers. */
  readonly rows: readonly string[];
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** Where two rows share method and path: this one answers only calls with this query parameter. */
  readonly whenQuery?: string;
  readonly summary: string;
  readonly operation: Operation;
  readonly document: string;
  /** Body fields that are handed on, and those that are known but overruled by the server (decision 4). */
  readonly body?: {
    readonly used: readonly string[];
    readonly required: readonly string[];
    readonly overruled: readonly string[];
  };
  readonly variables: (call: RestCall) => Values;
  readonly status: 200 | 201;
  /** For a connection: its rows are streamed until the end. */
  readonly list?: true;
  /** The part of the operation's answer that is the REST answer, before ids and enums are renamed. */
  readonly answer: (result: never) => unknown;
  /** The answer's schema in the OpenAPI document: a GraphQL type, in brackets for an array, or named fields. */
  readonly answerType: string | Readonly<Record<string, string>>;
}

const item = 'id name slug photos price discount inStock status categories email createdAt';
const product = `${item} description originalPrice rating reviewCount version`;
const storeEntry = `${item} notice currentPrice`;
const storeItem = `__typename ${item} ... on Product { description originalPrice rating reviewCount version } ... on StoreEntry { notice currentPrice }`;
const user = 'id name email role photoURL createdAt';
const pageInfo = 'pageInfo { endCursor hasNextPage }';

const email = ({ params }: RestCall): Values => ({ email: params['email'] });
const given = (call: RestCall): Values => ({ input: call.body });
const noVariables = (): Values => ({});

/** A product as section 5 of the specification has it. */
const productFields =
  '_id name slug photos description price originalPrice discount inStock status categories rating reviewCount email createdAt'.split(
    ' ',
  );
/** Of those what a call may not say. */
const allBut = (used: readonly string[]) => productFields.filter((field) => !used.includes(field));
const createdFields = ['name', 'slug', 'photos', 'description', 'price', 'discount', 'inStock', 'categories'];

const createProduct = {
  operation: 'createProduct',
  document: `mutation CreateProduct($input: CreateProductInput!) { createProduct(input: $input) { product { ${product} } } }`,
  body: {
    used: createdFields,
    required: ['name', 'price'],
    overruled: allBut(createdFields),
  },
  variables: ({ body: { photos, categories, ...others } }) => ({
    input: {
      ...others,
      ...(typeof photos === 'string' ? { photosText: photos } : { photos }),
      ...(typeof categories === 'string' ? { categoriesText: categories } : { categories }),
    },
  }),
  status: 201,
  answer: (result: { product: unknown }) => result.product,
  answerType: 'Product',
} as const satisfies Partial<Endpoint>;

export const endpoints: readonly Endpoint[] = [
  {
    rows: ['M49'],
    method: 'POST',
    path: '/jwt',
    summary: 'Confirms the ID token that the call carries and hands it back as the access token.',
    operation: 'createAccessToken',
    document:
      'mutation CreateAccessToken($input: CreateAccessTokenInput!) { createAccessToken(input: $input) { token } }',
    body: { used: ['email'], required: ['email'], overruled: [] },
    variables: given,
    status: 200,
    answer: (result: { token: string }) => ({ token: result.token }),
    answerType: { token: 'String' },
  },
  {
    rows: ['M50'],
    method: 'GET',
    path: '/store',
    whenQuery: 'email',
    summary: "A user's store entries, which are their cart.",
    operation: 'cart',
    document: `query Cart($email: String) { cart(email: $email) { ${storeEntry} } }`,
    variables: ({ query }) => ({ email: query['email'] }),
    status: 200,
    answer: (result: unknown[]) => result,
    answerType: '[StoreEntry]',
  },
  {
    rows: ['M51'],
    method: 'GET',
    path: '/product',
    summary: 'All active products, newest first.',
    operation: 'products',
    document: `query Products($first: Int!, $after: String) { products(first: $first, after: $after) { nodes { ${product} } ${pageInfo} } }`,
    variables: noVariables,
    status: 200,
    list: true,
    answer: (result: unknown) => result,
    answerType: '[Product]',
  },
  {
    rows: ['M52'],
    method: 'POST',
    path: '/store',
    summary: "Adds a product to the caller's store; everything but the slug is taken from the catalogue.",
    operation: 'addToStore',
    document: `mutation AddToStore($input: AddToStoreInput!) { addToStore(input: $input) { storeEntry { ${storeEntry} } } }`,
    body: {
      used: ['slug'],
      required: ['slug'],
      overruled: allBut(['slug']),
    },
    variables: given,
    status: 201,
    answer: (result: { storeEntry: unknown }) => result.storeEntry,
    answerType: 'StoreEntry',
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
      overruled: ['_id', 'password', 'role', 'createdAt'],
    },
    variables: given,
    status: 201,
    answer: (result: { user: unknown }) => result.user,
    answerType: 'User',
  },
  {
    rows: ['M55'],
    method: 'GET',
    path: '/users/role/:email',
    summary: "A person's role.",
    operation: 'userRole',
    document: 'query UserRole($email: String!) { userRole(email: $email) }',
    variables: email,
    status: 200,
    answer: (role: string) => ({ role }),
    answerType: { role: 'UserRole' },
  },
  {
    rows: ['M56'],
    method: 'GET',
    path: '/users',
    summary: 'All users, newest first.',
    operation: 'users',
    document: `query Users($first: Int!, $after: String) { users(first: $first, after: $after) { nodes { ${user} } ${pageInfo} } }`,
    variables: noVariables,
    status: 200,
    list: true,
    answer: (result: unknown) => result,
    answerType: '[User]',
  },
  {
    rows: ['M57'],
    method: 'PATCH',
    path: '/users/role/:email',
    summary: "Changes another person's role.",
    operation: 'changeUserRole',
    document:
      'mutation ChangeUserRole($input: ChangeUserRoleInput!) { changeUserRole(input: $input) { user { role } } }',
    body: { used: ['role'], required: ['role'], overruled: [] },
    variables: ({ params, body }) => ({ input: { email: params['email'], role: enumValue(body['role']) } }),
    status: 200,
    answer: (result: { user: { role: string } }) => ({ role: result.user.role }),
    answerType: { role: 'UserRole' },
  },
  {
    rows: ['M58'],
    method: 'DELETE',
    path: '/users/:email',
    summary: 'Deletes another person.',
    operation: 'deleteUser',
    document: 'mutation DeleteUser($input: DeleteUserInput!) { deleteUser(input: $input) { user { id } } }',
    variables: ({ params }) => ({ input: { email: params['email'] } }),
    status: 200,
    answer: (result: { user: { id: string } }) => ({ id: result.user.id }),
    answerType: { _id: 'ID' },
  },
  {
    rows: ['M59'],
    method: 'GET',
    path: '/store/:key',
    summary: 'The store entries and products of the user whose e-mail is the key, newest first.',
    operation: 'storeItems',
    document: `query StoreItems($email: String, $first: Int!, $after: String) { storeItems(email: $email, first: $first, after: $after) { nodes { ${storeItem} } ${pageInfo} } }`,
    variables: ({ params }) => ({ email: params['key'] }),
    status: 200,
    list: true,
    answer: (result: unknown) => result,
    answerType: '[StoreItem]',
  },
  {
    rows: ['M60'],
    method: 'GET',
    path: '/store',
    summary: 'Every product and every store entry, newest first.',
    operation: 'storeItems',
    document: `query AllStoreItems($first: Int!, $after: String) { storeItems(first: $first, after: $after) { nodes { ${storeItem} } ${pageInfo} } }`,
    variables: noVariables,
    status: 200,
    list: true,
    answer: (result: unknown) => result,
    answerType: '[StoreItem]',
  },
  {
    rows: ['M61'],
    method: 'DELETE',
    path: '/store/:key',
    summary: 'Deletes the product or store entry whose id is the key.',
    operation: 'deleteStoreItem',
    document:
      'mutation DeleteStoreItem($input: DeleteStoreItemInput!) { deleteStoreItem(input: $input) { storeItem { id } } }',
    variables: ({ params }) => ({ input: { id: params['key'] } }),
    status: 200,
    answer: (result: { storeItem: { id: string } }) => ({ id: result.storeItem.id }),
    answerType: { _id: 'ID' },
  },
  {
    rows: ['M62'],
    method: 'POST',
    path: '/',
    summary: "Creates a catalogue product ('Add Product').",
    ...createProduct,
  },
  {
    rows: ['M63'],
    method: 'POST',
    path: '/product',
    summary: "Creates a catalogue product ('Create Product').",
    ...createProduct,
  },
  {
    rows: ['M64'],
    method: 'GET',
    path: '/counts',
    summary: 'How many users, products and orders there are.',
    operation: 'counts',
    document: 'query Counts { counts { users products orders } }',
    variables: noVariables,
    status: 200,
    answer: (result: unknown) => result,
    answerType: 'Counts',
  },
];

/** Roles are lower case here and upper case in GraphQL; anything else is handed on and refused there. */
function enumValue(value: unknown): unknown {
  return value === 'user' || value === 'admin' ? value.toUpperCase() : value;
}
