import { apiErrorOf } from '../../lib/apiError';

const byCode: Readonly<Record<string, string>> = { NOT_FOUND: 'It is not for sale any more.' };

/** The second line of the toast, below the specification's message. */
export function addFailureReason(error: unknown): string {
  const refusal = apiErrorOf(error);
  if (refusal) return byCode[refusal.code] ?? refusal.message;
  const isNetwork = error instanceof TypeError || !navigator.onLine;
  return isNetwork
    ? 'There is no connection to the shop.'
    : 'The shop did not answer as it should. Try again in a moment.';
}
