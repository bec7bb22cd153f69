interface Failure {
  readonly code?: unknown;
  readonly message?: unknown;
}

type IdentityFault = 'unreachable' | 'missing-credentials' | 'invalid-credentials';

const refusals = ['auth/insufficient-permission', 'auth/project-not-found', 'auth/configuration-not-found'];

const refusedStatuses = ['401', '403'];

/**
 * firebase-admin has no code for answers in free text or HTML, and gives their status in the message alone. Other
 * refusals there end by themselves: 429, and 400 for TOO_MANY_ATTEMPTS_TRY_LATER.
 */
function statusIn(message: string): string {
  const [, status = ''] = /"error":\{"code":(\d{3}),/.exec(message) ?? / Status code: "(\d{3})"/.exec(message) ?? [];
  return status;
}

/** Classifies a failed call of firebase-admin; null: the provider has answered. */
export async function judgeIdentityCall(
  call: () => Promise<unknown>,
): Promise<{ readonly fault: IdentityFault; readonly error: unknown } | null> {
  try {
    await call();
    return null;
  } catch (error) {
    const failure = error as Failure;
    const fault = faultOf(failure);
    const reason = fault === 'invalid-credentials' ? reasonOf(String(failure.message)) : undefined;
    return { fault, error: reason === undefined ? error : new Error(reason, { cause: error }) };
  }
}

const named = 'The file that GOOGLE_APPLICATION_CREDENTIALS names';
const reasonsOfFile: readonly (readonly [RegExp, string])[] = [
  [/\bENOENT\b/, `${named} does not exist (ENOENT).`],
  [/\b(EACCES|EPERM)\b/, `${named} may not be read by the user that runs the shop (EACCES).`],
  [/it is not a file|\b(EISDIR|ENOTDIR)\b/, `${named} is no file.`],
  [/does not contain a client_email field/, `${named} lacks the field client_email.`],
  [/does not contain a private_key field/, `${named} lacks the field private_key.`],
  [/\bJSON\b/, `${named} is not JSON.`],
];
const reasons: readonly (readonly [RegExp, string])[] = [
  [/(DECODER|PEM) routines/, `${named} has a private_key that cannot be read.`],
  [/\binvalid_grant\b/, 'Google refuses the key (invalid_grant): it was deleted or disabled, or the clock is wrong.'],
  [
    /\bserviceUsageConsumer\b/,
    'Google refuses the service account: it lacks the role roles/serviceusage.serviceUsageConsumer in the project.',
  ],
  [
    /\bhas not been used in project\b/,
    'Google refuses the call: the Identity Toolkit API is not enabled in the project.',
  ],
];

/** A loggable reason: the error message quotes the file, and the log drops quoted text. */
function reasonOf(message: string): string | undefined {
  // Other files, such as tokens of a workload identity federation, fail with the same message.
  const isOfFile = message.includes('Unable to read the credential file');
  return (isOfFile ? reasonsOfFile : reasons).find(([pattern]) => pattern.test(message))?.[1];
}

/** Whether a call that failed so may succeed later by itself; otherwise somebody has to change the credentials. */
export const isUnreachable = (error: unknown): boolean => faultOf((error ?? {}) as Failure) === 'unreachable';

/** All failures to get an access token share one code: a missing key, a wrong one, or no network. */
function faultOf({ code, message }: Failure): IdentityFault {
  const text = String(message);
  if (refusals.includes(String(code)) || refusedStatuses.includes(statusIn(text))) return 'invalid-credentials';
  if (code !== 'app/invalid-credential') return 'unreachable';
  if (text.includes('Could not load the default credentials')) return 'missing-credentials';
  const isOfFile = /\b(ENOENT|EACCES|EISDIR|ENOTDIR)\b/.test(text);
  const isOfNetwork = /\bE(AI_AGAIN|[A-Z]{5,})\b/.test(text) || /network|time-?out|timed out/i.test(text);
  const isOfGoogle = /\bstatus code (429|5\d\d)\b|\binternal_failure\b/.test(text);
  return (isOfNetwork || isOfGoogle) && !isOfFile ? 'unreachable' : 'invalid-credentials';
}
