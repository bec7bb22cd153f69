// Four clients of others as their own guides set them up: no header, no option for this server. Prints what each was answered.
// askGraphql.mjs URL
import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { cacheExchange, createClient, fetchExchange } from '@urql/core';
import { GraphQLClient } from 'graphql-request';
import relay from 'relay-runtime';

const url = process.argv[2];
const query = 'query Catalogue($first: Int!) { products(first: $first) { nodes { id name } } categories { id } }';
const mutation =
  'mutation Send($input: SendContactMessageInput!) { sendContactMessage(input: $input) { contactMessage { id name } } }';
const wrong = 'query Wrong($first: Int!) { products(first: $first) { nodes { id } } }';
const variables = { first: 2 };
const input = (name) => ({ input: { name, email: 'ann@kiosk.test', message: 'Ten letters at least.' } });

const sent = [];
const told = {};
const plainFetch = globalThis.fetch;
/** The client's own fetch; what it sends is written down on the way. */
globalThis.fetch = (address, init) => {
  const headers = [...new Headers(init?.headers).keys()].sort();
  sent.push({ client: told.client, method: init?.method ?? 'GET', headers });
  return plainFetch(address, init);
};
const answers = {};
async function as(client, ask) {
  told.client = client;
  answers[client] = await ask();
}
const messageOf = (error) =>
  error.graphQLErrors?.[0]?.message ?? error.errors?.[0]?.message ?? error.response?.errors?.[0]?.message;
const refusal = (promise) => promise.then(() => 'taken', messageOf);

for (const preferGetMethod of [undefined, true, 'force', false]) {
  const urql = createClient({
    url,
    exchanges: [cacheExchange, fetchExchange],
    ...(preferGetMethod !== undefined && { preferGetMethod }),
  });
  await as(`urql, GET: ${preferGetMethod ?? 'default'}`, async () => {
    const read = await urql.query(query, variables).toPromise();
    const made = await urql.mutation(mutation, input('Urql')).toPromise();
    const refused = await urql.query(wrong, { first: 'many' }).toPromise();
    return [read.data ?? read.error?.message, made.data ?? made.error?.message, messageOf(refused.error)];
  });
}

for (const method of ['POST', 'GET']) {
  const requests = new GraphQLClient(url, { method });
  const writes = new GraphQLClient(url);
  await as(`graphql-request by ${method}`, async () => [
    await requests.request(query, variables),
    await writes.request(mutation, input('Request')),
    await refusal(requests.request(wrong, { first: 'many' })),
  ]);
}

for (const useGETForQueries of [false, true]) {
  const apollo = new ApolloClient({ cache: new InMemoryCache(), link: new HttpLink({ uri: url, useGETForQueries }) });
  await as(`Apollo Client, GET: ${useGETForQueries}`, async () => [
    (await apollo.query({ query: gql(query), variables })).data,
    (await apollo.mutate({ mutation: gql(mutation), variables: input('Apollo') })).data,
    await refusal(apollo.query({ query: gql(wrong), variables: { first: 'many' } })),
  ]);
  apollo.stop();
}

/** The fetch function of Relay's guide. */
const network = relay.Network.create(async ({ text }, given) => {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: text, variables: given }),
  });
  return answer.json();
});
const environment = new relay.Environment({ network, store: new relay.Store(new relay.RecordSource()) });
const field = (name, more = {}) => ({ alias: null, args: null, kind: 'ScalarField', name, storageKey: null, ...more });
const linked = (name, concreteType, selections, more = {}) =>
  field(name, { kind: 'LinkedField', concreteType, plural: false, selections, ...more });
const variable = (name) => ({ kind: 'Variable', name, variableName: name });
/** As relay-compiler writes it. */
const request = (name, kind, text, selections, names) => {
  const argumentDefinitions = names.map((each) => ({ defaultValue: null, kind: 'LocalArgument', name: each }));
  return {
    kind: 'Request',
    fragment: {
      argumentDefinitions,
      kind: 'Fragment',
      metadata: null,
      name,
      selections,
      type: kind,
      abstractKey: null,
    },
    operation: { argumentDefinitions, kind: 'Operation', name, selections },
    params: { cacheID: name, id: null, metadata: {}, name, operationKind: kind.toLowerCase(), text },
  };
};
const ids = [field('id'), field('name')];
const catalogue = request(
  'Catalogue',
  'Query',
  query,
  [
    linked('products', 'ProductConnection', [linked('nodes', 'Product', ids, { plural: true })], {
      args: [variable('first')],
    }),
    linked('categories', 'Category', [field('id')], { plural: true }),
  ],
  ['first'],
);
const send = request(
  'Send',
  'Mutation',
  mutation,
  [
    linked('sendContactMessage', 'SendContactMessagePayload', [linked('contactMessage', 'ContactMessage', ids)], {
      args: [variable('input')],
    }),
  ],
  ['input'],
);
await as('Relay', async () => [
  await relay.fetchQuery(environment, catalogue, variables).toPromise(),
  await new Promise((onCompleted, onError) => {
    relay.commitMutation(environment, { mutation: send, variables: input('Relay'), onCompleted, onError });
  }),
  await relay
    .fetchQuery(environment, catalogue, { first: 'many' })
    .toPromise()
    .then(
      () => 'taken',
      (error) => error.source?.errors?.[0]?.message ?? error.message,
    ),
]);

process.stdout.write(JSON.stringify({ answers, sent }));
