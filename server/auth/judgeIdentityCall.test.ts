import { Registry } from 'prom-client';
import { createLogger } from '../http/logging';
import { createCallMetrics } from '../telemetry/callMetrics';
import { startIdentityResponder, testProject, type IdentityResponder } from '../testing/identityResponder';
import { createIdentity, type Identity } from './identity';
import { isUnreachable, judgeIdentityCall } from './judgeIdentityCall';

/** An error of firebase-admin 13. */
const failure = (text: string) =>
  Object.assign(
    new Error(
      `Credential implementation provided to initializeApp() via the "credential" property failed to fetch a valid Google OAuth2 access token with the following error: "${text}".`,
    ),
    { code: 'app/invalid-credential' },
  );
const unread =
  'Unable to read the credential file specified by the GOOGLE_APPLICATION_CREDENTIALS environment variable: ';

test.each([
  [
    `${unread}The file at /x does not exist, or it is not a file. ENOENT: no such file or directory, lstat '/x'`,
    /\(ENOENT\)\.$/,
  ],
  [`${unread}The file at /x does not exist, or it is not a file. `, /is no file\.$/],
  [`${unread}EACCES: permission denied, open '/x'`, /may not be read by the user that runs the shop \(EACCES\)\.$/],
  [`${unread}Unexpected token 'h', "hunter2" is not valid JSON`, /is not JSON\.$/],
  [`${unread}Unexpected end of JSON input`, /is not JSON\.$/],
  [`${unread}The incoming JSON object does not contain a client_email field`, /lacks the field client_email\.$/],
  ['error:1E08010C:DECODER routines::unsupported', /has a private_key that cannot be read\.$/],
  ['invalid_grant: Invalid JWT Signature.', /^Google refuses the key \(invalid_grant\)/],
])('logs the reason of the credential failure %j without the content of the credential file', async (text, reason) => {
  const found = await judgeIdentityCall(() => Promise.reject(failure(text)));
  expect(found?.fault).toBe('invalid-credentials');
  const lines: string[] = [];
  createLogger('info', { write: (line) => void lines.push(line) }).warn({ err: found?.error }, 'x');
  const [line = ''] = lines;
  expect((JSON.parse(line) as { err: { message: string } }).err.message).toMatch(reason);
  expect(line).not.toMatch(/hunter2/);
});

test('returns other errors unchanged, and null for a success', async () => {
  const away = failure(
    'request to https://oauth2.googleapis.com/token failed, reason: connect ECONNREFUSED 1.2.3.4:443',
  );
  expect(await judgeIdentityCall(() => Promise.reject(away))).toEqual({ fault: 'unreachable', error: away });
  const other = failure("The file at /token does not exist, or it is not a file. ENOENT: no such file, lstat '/token'");
  expect(await judgeIdentityCall(() => Promise.reject(other))).toEqual({ fault: 'invalid-credentials', error: other });
  expect(await judgeIdentityCall(() => Promise.resolve())).toBeNull();
  expect([away, other, { code: 'auth/insufficient-permission' }, undefined].map(isUnreachable)).toEqual([
    true,
    false,
    false,
    true,
  ]);
});

test.each([
  ['Request failed with status code 503', true],
  ['Request failed with status code 429', true],
  ['internal_failure: Backend Error', true],
  ['Request failed with status code 403', false],
  ['unauthorized_client: Client is unauthorized.', false],
])('an access token that was not given for %j may be given later: %s', (text, later) => {
  expect(isUnreachable(failure(text))).toBe(later);
});

describe('by what Google answers', () => {
  let google: IdentityResponder;
  let identity: Identity;
  beforeAll(async () => {
    google = await startIdentityResponder();
    identity = createIdentity({ projectId: testProject, emulatorHost: google.host, revocationCheckSeconds: 60 });
  });
  afterAll(async () => {
    await identity.close();
    await google.stop();
  });

  const json = (code: number, message: string, status?: string) =>
    JSON.stringify({ error: { code, message, errors: [{ message, domain: 'global', reason: 'forbidden' }], status } });
  const page = (title: string) => `<!DOCTYPE html><title>${title}</title>`;
  const missingRole =
    'Caller does not have required permission to use project shop. Grant the caller the roles/serviceusage.serviceUsageConsumer role, or a custom role with the serviceusage.services.use permission, by visiting https://console.developers.google.com/iam-admin/iam/project?project=shop and then retry.';
  const disabledApi =
    'Identity Toolkit API has not been used in project 1 before or it is disabled. Enable it by visiting https://console.developers.google.com/apis/api/identitytoolkit.googleapis.com/overview?project=1 then retry.';
  const refusedToken = 'Request had invalid authentication credentials. Expected OAuth 2 access token.';

  const known = /permission/;
  const parsed = /parsing response/;
  const raw = /Raw server response/;
  test.each([
    [
      'a missing role',
      'invalid-credentials',
      403,
      json(403, missingRole, 'PERMISSION_DENIED'),
      /serviceUsageConsumer in/,
    ],
    ['a disabled API', 'invalid-credentials', 403, json(403, disabledApi, 'PERMISSION_DENIED'), /is not enabled/],
    ['a missing permission', 'invalid-credentials', 403, json(403, 'PERMISSION_DENIED'), known],
    ['a refused token', 'invalid-credentials', 401, json(401, refusedToken, 'UNAUTHENTICATED'), raw],
    ['a 403 as HTML', 'invalid-credentials', 403, page('Error 403 (Forbidden)'), parsed],
    ['a quota', 'unreachable', 429, json(429, 'Quota exceeded for quota metric.', 'RESOURCE_EXHAUSTED'), raw],
    ['too many attempts', 'unreachable', 400, json(400, 'TOO_MANY_ATTEMPTS_TRY_LATER'), raw],
    ['a fault of Google', 'unreachable', 500, json(500, 'Internal error encountered.', 'INTERNAL'), raw],
    ['a 502 as HTML', 'unreachable', 502, page('Error 502 (Server Error)'), parsed],
  ])('%s is judged as %s', async (_, fault, status, body, reason) => {
    google.refuse('lookup', { status, body });
    const found = await identity.check();
    expect(found).toMatchObject({ fault, error: { message: expect.stringMatching(reason) as string } });
    const { cause = found?.error } = found?.error as Error;
    expect(isUnreachable(cause)).toBe(fault === 'unreachable');
  });

  test('changes that Google refuses leave the checks of sessions alone', async () => {
    const person = { uid: 'ada', email: 'ada@kiosk.test', emailVerified: true, name: 'Ada' };
    google.add(person);
    google.refuse('lookup', null);
    google.refuse('update', { status: 403, body: json(403, 'PERMISSION_DENIED') });
    for (let index = 0; index < 3; index += 1)
      await expect(identity.disableAccount('ada')).rejects.toMatchObject({
        status: 503,
        cause: { code: 'auth/insufficient-permission' },
      });
    const token = await identity.verify(google.token(person));
    await expect(identity.checkRevoked(token, { fresh: true })).resolves.toBeUndefined();
  });

  test('calls that Google refuses are counted apart from those that fail', async () => {
    const registry = new Registry();
    const { identity: watch } = createCallMetrics(registry);
    const settings = { projectId: testProject, emulatorHost: google.host, revocationCheckSeconds: 60 };
    const watched = createIdentity({ ...settings, watch });
    google.add({ uid: 'eve', email: 'eve@kiosk.test', emailVerified: true, name: 'Eve' });
    try {
      for (const refusal of [
        { status: 403, body: json(403, 'PERMISSION_DENIED') },
        { status: 502, body: page('') },
      ]) {
        google.refuse('update', refusal);
        await expect(watched.disableAccount('eve')).rejects.toMatchObject({ status: 503 });
      }
      google.refuse('update', null);
      await watched.disableAccount('eve');
    } finally {
      await watched.close();
    }
    const counts = (await registry.metrics()).matchAll(/_count\{operation="disableAccount",result="(\w+)"\} (\d+)/g);
    expect([...counts].map(([, result, count]) => [result, count])).toEqual([
      ['refused', '1'],
      ['error', '1'],
      ['ok', '1'],
    ]);
  });
});
