import type { Auth } from 'firebase/auth';
import { finishRegistration } from '../../session/finishRegistration';
import { newPerson } from '../../testing/people';
import { registerUser } from '../../testing/registerUser';
import { createShop, type Interceptor, networkFaults, offline, refusal, type Resolvers } from '../../testing/shop';

jest.mock('firebase/auth', () => jest.requireActual<{ firebaseAuth: object }>('../../testing/identity').firebaseAuth);

const { email, name, uid: id } = newPerson();
const input = { name, email, photoURL: '' };
const record = { id, name: 'Anna Changed', email, emailVerified: false, role: 'USER', photoURL: 'new.png' };

function open(resolvers: Resolvers = {}) {
  const shop = createShop({});
  shop.prepare({ me: null, registerUser, ...resolvers });
  globalThis.fetch = shop.fetch as typeof fetch;
  const currentUser = { email, displayName: '', getIdToken: async () => 'token' };
  const auth = { currentUser, authStateReady: async () => undefined };
  return { shop, user: currentUser, finish: () => finishRegistration(auth as unknown as Auth, input) };
}

const refuse = (code: string) => () => {
  throw refusal('Not now.', code);
};

const conflictUnderWay: Interceptor = () =>
  Response.json(
    { errors: [{ message: 'Still running', extensions: { code: 'CONFLICT' } }] },
    { status: 409, headers: { 'retry-after': '1' } },
  );

test('an account without a record gets what was typed', async () => {
  const { shop, user, finish } = open();
  await finish();
  expect(shop.callsOf('RegisterUser').map(({ variables }) => variables)).toEqual([{ input }]);
  expect(user.displayName).toBe(name);
});

test('a record that was changed since stays, and names the account', async () => {
  const { shop, user, finish } = open({ me: record });
  await finish();
  expect(shop.names()).toEqual(['OwnRecord']);
  expect(user.displayName).toBe(record.name);
});

const faults: readonly (readonly [string, Interceptor | undefined])[] = [
  ...['500', '503', '429', 'HTML'].map((fault) => [fault, networkFaults[fault]] as const),
  ['no network', offline],
  ['409 with Retry-After', conflictUnderWay],
];

describe.each(['OwnRecord', 'RegisterUser'])('while the shop answers %s', (call) => {
  test.each(faults)('with %s another page tries again', async (_fault, answer) => {
    const { shop, finish } = open();
    shop.intercept(call, answer);
    await expect(finish()).rejects.toThrow();
  });
});

test.each(['RATE_LIMITED', 'SERVICE_UNAVAILABLE', 'UNAUTHENTICATED'])(
  'a registration that is refused with %s is tried again',
  async (code) => {
    await expect(open({ registerUser: refuse(code) }).finish()).rejects.toThrow('Not now.');
  },
);

test.each(['BAD_USER_INPUT', 'CONFLICT', 'FORBIDDEN'])(
  'a registration that is refused with %s has ended',
  async (code) => {
    await open({ registerUser: refuse(code) }).finish();
  },
);

test('a deleted account has ended', async () => {
  const { shop, finish } = open({ me: refuse('FORBIDDEN') });
  await finish();
  expect(shop.names()).toEqual(['OwnRecord']);
});
