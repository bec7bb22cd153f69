interface Refusal {
  readonly error: string;
  readonly field: string | undefined;
}

/** Longer than the delay of its card 'answers late'. */
const timeoutMs = 10_000;

/**
 * Calls the test provider directly, as a page calls Stripe, not the shop's API. null: it has accepted the call, or has not
 * answered, which says nothing about the money.
 */
export async function callTestProvider(paymentId: string, what: 'pay' | 'bank', body: object): Promise<Refusal | null> {
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
