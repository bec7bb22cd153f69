import { createLogger } from '../http/logging';
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
