import { type Call, type Interceptor, refusal, type Shop } from './shop';

export interface Rejection {
  code: string;
  status: number;
  fieldName?: string;
  retryAfter?: string;
}

export const reject =
  ({ code, status, fieldName, retryAfter }: Rejection): Interceptor =>
  () =>
    Response.json(
      { data: null, errors: [refusal('Not now.', code, fieldName).toJSON()] },
      { status, ...(retryAfter !== undefined && { headers: { 'retry-after': retryAfter } }) },
    );

export const keysOf = (shop: Shop, name: string) =>
  shop.callsOf(name).map(({ headers }) => headers.get('idempotency-key'));

/** Like the server: executes the call and loses the answer, which the same key gets at the next time. */
export function loseFirstAnswer(shop: Shop, name: string): void {
  const answers = new Map<string | null, Response>();
  let isLost = false;
  shop.intercept(name, async (next, { headers }) => {
    const key = headers.get('idempotency-key');
    const stored = answers.get(key);
    if (stored && key !== null) return stored.clone();
    const answer = await next();
    answers.set(key, answer);
    if (!isLost) {
      isLost = true;
      throw new TypeError('Failed to fetch');
    }
    return answer.clone();
  });
}

/**
 * Like the server: a request finds what was done under its key, and is refused for another version otherwise. Where the
 * input may lack one, it is not looked at then.
 */
export function onceOfVersion<Input extends object, Answer>(shown: () => number, execute: (input: Input) => Answer) {
  const answers = new Map<string | null, Answer>();
  return ({ input }: { input: Input & { version?: number | null } }, { headers }: Call): Answer => {
    const key = headers.get('idempotency-key');
    const done = key !== null && answers.get(key);
    if (done) return done;
    const { version = null } = input;
    if (version !== null && version !== shown()) throw refusal('It was changed. Look again.', 'CONFLICT', 'version');
    const answer = execute(input);
    answers.set(key, answer);
    return answer;
  };
}
