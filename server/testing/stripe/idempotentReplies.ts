import { StripeApiError } from './stripeError';

export interface ApiAnswer {
  readonly status: number;
  readonly body: string;
}

/** Stripe's idempotency, which localstripe lacks: one answer per key, even if it was a failure. */
export class IdempotentReplies {
  private readonly kept = new Map<string, { readonly request: string; answer: ApiAnswer | null }>();

  async answer(
    key: string | undefined,
    request: string,
    work: () => Promise<ApiAnswer>,
  ): Promise<ApiAnswer & { readonly isReplayed: boolean }> {
    if (key === undefined) return { ...(await work()), isReplayed: false };
    const earlier = this.kept.get(key);
    if (!earlier) {
      const kept = { request, answer: null as ApiAnswer | null };
      this.kept.set(key, kept);
      kept.answer = await work();
      return { ...kept.answer, isReplayed: false };
    }
    if (earlier.request !== request)
      throw new StripeApiError(400, {
        type: 'idempotency_error',
        message: 'Keys for idempotent requests can only be used with the same parameters they were first used with.',
      });
    if (!earlier.answer)
      throw new StripeApiError(409, {
        ...{ type: 'idempotency_error', code: 'idempotency_key_in_use' },
        message: 'There is currently another in-progress request using this key.',
      });
    return { ...earlier.answer, isReplayed: true };
  }

  clear(): void {
    this.kept.clear();
  }
}
