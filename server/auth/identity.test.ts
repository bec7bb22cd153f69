import { generateKeyPairSync } from 'node:crypto';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import jwt, { type SignOptions } from 'jsonwebtoken';
import nock from 'nock';
import { createIdentity, type Identity } from './identity';
import { testCertificate, testSigningKey } from './signingKey.fixture';

const projectId = 'kiosk-real';
const issuer = `https://securetoken.google.com/${projectId}`;
const keysPath = '/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com';
const keyId = 'kid-1';
const now = () => Math.floor(Date.now() / 1000);

const otherKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
  type: 'pkcs8',
  format: 'pem',
});

type Claims = Record<string, unknown>;

function claims(changes: Claims = {}): Claims {
  const all = {
    aud: projectId,
    iss: issuer,
    sub: 'uid-1',
    user_id: 'uid-1',
    auth_time: now() - 100,
    iat: now() - 10,
    exp: now() + 3000,
    email: 'Sam@x.dev',
    email_verified: true,
    name: 'Sam',
    firebase: { identities: {}, sign_in_provider: 'password' },
    ...changes,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

function sign(
  changes: Claims = {},
  { key = testSigningKey, ...options }: SignOptions & { key?: string | Buffer } = {},
): string {
  return jwt.sign(claims(changes), key, { algorithm: 'RS256', keyid: keyId, ...options });
}

/** Builds invalid tokens that jsonwebtoken refuses to sign. */
function forge(header: Claims, payload: Claims, signature = ''): string {
  const part = (value: Claims) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part(header)}.${part(payload)}.${signature}`;
}

function tamper(token: string): string {
  const [header, , signature] = token.split('.');
  const payload = Buffer.from(JSON.stringify(claims({ sub: 'uid-2', user_id: 'uid-2' }))).toString('base64url');
  return `${header}.${payload}.${signature}`;
}

const keyServer = () => nock('https://www.googleapis.com').get(keysPath);
const serveKeys = (seconds = 3600) =>
  keyServer().reply(
    200,
    { [keyId]: testCertificate },
    { 'cache-control': `public, max-age=${seconds}, must-revalidate` },
  );

let clock = Date.now;
let identity: Identity;

beforeAll(() => nock.disableNetConnect());
afterAll(() => {
  nock.enableNetConnect();
  nock.restore();
});
beforeEach(() => {
  clock = Date.now;
  identity = createIdentity({
    projectId,
    emulatorHost: null,
    revocationCheckSeconds: 60,
    clock: () => clock(),
  });
});
afterEach(async () => {
  await identity.close();
  nock.cleanAll();
});

describe('E2, B2: the token matrix', () => {
  beforeEach(async () => {
    serveKeys();
    await identity.verify(sign());
  });

  test('returns the claims of a valid token', async () => {
    const authTime = now() - 100;
    const issuedAt = now() - 10;
    expect(await identity.verify(sign({ auth_time: authTime, iat: issuedAt }))).toEqual({
      uid: 'uid-1',
      email: 'Sam@x.dev',
      emailVerified: true,
      authTime,
      issuedAt,
      signInProvider: 'password',
    });
  });

  const good: [string, () => string][] = [
    ['a jku header, which is ignored', () => sign({}, { header: { alg: 'RS256', jku: 'https://evil.example/keys' } })],
    ['iat a little ahead', () => sign({ iat: now() + 30 })],
    ['a life of exactly an hour', () => sign({ iat: now(), exp: now() + 3600 })],
    ['a subject of 128 characters', () => sign({ sub: 'u'.repeat(128), user_id: undefined })],
    ['no e-mail', () => sign({ email: undefined, email_verified: undefined })],
    ['nbf in the past', () => sign({ nbf: now() - 1 })],
  ];
  test.each(good)('accepts %s', async (_, make) => {
    await expect(identity.verify(make())).resolves.toMatchObject({ issuedAt: expect.any(Number) });
  });

  const bad: [string, () => string][] = [
    ['an empty text', () => ''],
    ['garbage', () => 'garbage'],
    ['three dots of garbage', () => 'a.b.c'],
    ['10 KB', () => 'a'.repeat(10_240)],
    ['a signed token over 4 KB', () => sign({ filler: 'x'.repeat(4096) })],
    ['alg none', () => forge({ alg: 'none', typ: 'JWT' }, claims())],
    ['alg none with a kid', () => forge({ alg: 'none', kid: keyId }, claims())],
    ['alg None', () => forge({ alg: 'None', kid: keyId }, claims())],
    ['HS256 with the certificate as secret', () => hmacToken()],
    ['another key', () => sign({}, { key: otherKey })],
    ['an unknown kid', () => sign({}, { keyid: 'kid-2' })],
    ['no kid', () => jwt.sign(claims(), testSigningKey, { algorithm: 'RS256' })],
    ['RS512', () => sign({}, { algorithm: 'RS512' })],
    ['a kid of the prototype', () => sign({}, { keyid: 'constructor' })],
    ['a tampered payload', () => tamper(sign())],
    ['a cut signature', () => sign().slice(0, -8)],
    ['no signature', () => `${sign().split('.').slice(0, 2).join('.')}.`],
    ['another audience', () => sign({ aud: 'another-project' })],
    ['a list of audiences', () => sign({ aud: [projectId, 'another-project'] })],
    ['another issuer', () => sign({ iss: 'https://securetoken.google.com/another-project' })],
    ['a session cookie', () => sign({ iss: `https://session.firebase.google.com/${projectId}` })],
    ['an empty subject', () => sign({ sub: '', user_id: undefined })],
    ['a subject of 129 characters', () => sign({ sub: 'u'.repeat(129), user_id: undefined })],
    ['a subject that is a number', () => forge({ alg: 'RS256', kid: keyId }, claims({ sub: 1 }))],
    ['a user id unlike the subject', () => sign({ user_id: 'uid-2' })],
    ['expired this second', () => sign({ iat: now() - 3600, exp: now() })],
    ['expired a second ago', () => sign({ iat: now() - 3601, exp: now() - 1 })],
    ['nbf ahead', () => sign({ nbf: now() + 30 })],
    ['iat 300 s ahead', () => sign({ iat: now() + 300 })],
    ['auth_time 300 s ahead', () => sign({ auth_time: now() + 300 })],
    ['no auth_time', () => sign({ auth_time: undefined })],
    ['no exp', () => sign({ exp: undefined })],
    [
      'no iat',
      () =>
        jwt.sign(claims({ iat: undefined }), testSigningKey, { algorithm: 'RS256', keyid: keyId, noTimestamp: true }),
    ],
    ['exp in ten years', () => sign({ exp: now() + 10 * 365 * 86_400 })],
    ['an e-mail that is a list', () => sign({ email: ['sam@x.dev'] })],
    ['a tenant', () => sign({ firebase: { sign_in_provider: 'password', tenant: 't1' } })],
    ['a custom token', () => customToken()],
    ['two tokens', () => `${sign()} ${sign()}`],
  ];
  test.each(bad)('refuses %s', async (_, make) => {
    const token = make();
    const startedAt = performance.now();
    await expect(identity.verify(token)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
      status: 401,
      message: 'You must be signed in.',
    });
    // The target is 50 ms; the test fails at five times that.
    expect(performance.now() - startedAt).toBeLessThan(250);
  });
});

function hmacToken(): string {
  return jwt.sign(claims(), testCertificate, { algorithm: 'HS256', keyid: keyId });
}

function customToken(): string {
  const service = 'firebase-adminsdk@kiosk-real.iam.gserviceaccount.com';
  const aud = 'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit';
  return jwt.sign({ aud, iss: service, sub: service, uid: 'uid-1', iat: now(), exp: now() + 3600 }, testSigningKey, {
    algorithm: 'RS256',
  });
}

describe('the key server', () => {
  const unavailable = { code: 'SERVICE_UNAVAILABLE', status: 503 };

  test('is called once for many tokens', async () => {
    const keys = serveKeys();
    await Promise.all([identity.verify(sign()), identity.verify(sign()), identity.verify(sign())]);
    await identity.verify(sign());
    expect(keys.isDone()).toBe(true);
  });

  test.each([
    ['unreachable', () => keyServer().replyWithError('connect ECONNREFUSED')],
    ['an error page', () => keyServer().reply(500, 'oops')],
    ['no JSON', () => keyServer().reply(200, '<html>')],
    ['an empty list', () => keyServer().reply(200, {})],
    ['garbage certificates', () => keyServer().reply(200, { [keyId]: 'garbage' })],
  ])('%s: a valid token is 503, an invalid one 401', async (_, serve) => {
    serve();
    await expect(identity.verify(sign())).rejects.toMatchObject(unavailable);
    await expect(identity.verify(sign({ aud: 'another-project' }))).rejects.toMatchObject({ status: 401 });
  });

  test('still needed: firebase-admin alone reports an outage with the code of an invalid token', async () => {
    const app = initializeApp({ projectId }, 'alone');
    const codeFor = (token: string) =>
      getAuth(app)
        .verifyIdToken(token)
        .catch(({ code }: { code: string }) => code);
    try {
      keyServer().reply(500, 'oops');
      const outage = await codeFor(sign());
      expect([outage, await codeFor(sign({ aud: 'another-project' }))]).toEqual([
        'auth/argument-error',
        'auth/argument-error',
      ]);
    } finally {
      await deleteApp(app);
    }
  });

  test('10 s slow: 503 within 2 s', async () => {
    keyServer()
      .delay(10_000)
      .reply(200, { [keyId]: testCertificate });
    const startedAt = performance.now();
    await expect(identity.verify(sign())).rejects.toMatchObject(unavailable);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
    nock.abortPendingRequests();
  });

  test('recovers by itself', async () => {
    keyServer().reply(500, 'oops');
    await expect(identity.verify(sign())).rejects.toMatchObject(unavailable);
    serveKeys();
    await expect(identity.verify(sign())).rejects.toMatchObject(unavailable);
    clock = () => Date.now() + 2_001;
    await expect(identity.verify(sign())).resolves.toMatchObject({ uid: 'uid-1' });
  });

  test('expired keys are used without delay while it is unreachable', async () => {
    serveKeys(60);
    await identity.verify(sign());
    clock = () => Date.now() + 61_000;
    keyServer().reply(500, 'oops');
    await expect(identity.verify(sign())).resolves.toMatchObject({ uid: 'uid-1' });
    clock = () => Date.now() + 70_000;
    keyServer().delay(400).reply(500, 'oops');
    const startedAt = performance.now();
    await expect(identity.verify(sign())).resolves.toMatchObject({ uid: 'uid-1' });
    expect(performance.now() - startedAt).toBeLessThan(250);
    nock.abortPendingRequests();
  });

  test('keys that expired a day ago are not used', async () => {
    serveKeys(60);
    await identity.verify(sign());
    keyServer().reply(500, 'oops');
    clock = () => Date.now() + 61_000 + 86_400_000;
    const late = Math.floor(clock() / 1000);
    const token = sign({ iat: late, exp: late + 3600, auth_time: late });
    await expect(identity.verify(token)).rejects.toMatchObject(unavailable);
  });
});

test('refuses to start against the real Firebase with the emulator variable set', () => {
  process.env['FIREBASE_AUTH_EMULATOR_HOST'] = '127.0.0.1:9';
  try {
    expect(() => createIdentity({ projectId, emulatorHost: null, revocationCheckSeconds: 60 })).toThrow(
      'FIREBASE_AUTH_EMULATOR_HOST is set, but this server uses the real Firebase: unset it.',
    );
  } finally {
    delete process.env['FIREBASE_AUTH_EMULATOR_HOST'];
  }
});

describe('with the emulator', () => {
  let emulated: Identity;
  let calls = 0;
  beforeEach(() => {
    calls = 0;
    emulated = createIdentity({
      ...{ projectId: 'demo-kiosk', emulatorHost: '127.0.0.1:9', revocationCheckSeconds: 60 },
      watch: (_operation, work) => {
        calls += 1;
        return work();
      },
    });
  });
  afterEach(() => emulated.close());

  const demo = { aud: 'demo-kiosk', iss: 'https://securetoken.google.com/demo-kiosk' };

  test('accepts unsigned tokens of its project without calling the emulator', async () => {
    await expect(emulated.verify(forge({ alg: 'none' }, claims(demo)))).resolves.toMatchObject({ uid: 'uid-1' });
  });

  test.each([
    ['of another project', () => forge({ alg: 'none' }, claims())],
    ['with a signature', () => forge({ alg: 'none' }, claims(demo), 'c2ln')],
    ['signed', () => sign(demo)],
    ['expired', () => forge({ alg: 'none' }, claims({ ...demo, iat: now() - 3601, exp: now() - 1 }))],
  ])('a token %s is refused', async (_, make) => {
    await expect(emulated.verify(make())).rejects.toMatchObject({ status: 401 });
  });

  test('an unreachable emulator: 503 within 2 s, after three failures without a call', async () => {
    const token = await emulated.verify(forge({ alg: 'none' }, claims(demo)));
    for (const expectedCalls of [1, 2, 3, 3]) {
      const startedAt = performance.now();
      await expect(emulated.checkRevoked(token)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', status: 503 });
      expect(performance.now() - startedAt).toBeLessThan(2_000);
      expect(calls).toBe(expectedCalls);
    }
  });
});
