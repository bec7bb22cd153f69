interface Refusal {
  readonly error: string;
  readonly field: string | undefined;
}

/** Longer than its card 'answers late' takes. */
const timeoutMs = 10_000;

/**
 * Asks the test provider, as a page asks Stripe: nothing of it goes through the shop's API. null: it has taken the question, or did
 * not answer, which says nothing about the money.
 */
export async function askTestProvider(paymentId: string, what: 'pay' | 'bank', body: object): Promise<Refusal | null> {
  let response: Response;
  try {
    response = await fetch(`/api/test-payments/${encodeURIComponent(paymentId)}/${what}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch {
    return null;
  }
  if (response.ok || response.status >= 500) return null;
  const answer = (await response.json().catch(() => ({}))) as { error?: unknown; field?: unknown };
  return {
    error: typeof answer.error === 'string' ? answer.error : 'The payment was refused. Nothing was charged.',
    field: typeof answer.field === 'string' ? answer.field : undefined,
  };
}
