import { CircuitBreaker } from './circuitBreaker';

let now: number;
let causes: unknown[];
let breaker: CircuitBreaker;

beforeEach(() => {
  now = 0;
  causes = [];
  breaker = new CircuitBreaker({
    limitMs: 50,
    failures: 3,
    openMs: 2_000,
    clock: () => now,
    onFailure: (cause) => causes.push(cause),
  });
});

const failing = jest.fn(() => Promise.reject(new Error('away')));
const working = jest.fn(() => Promise.resolve('fine'));
beforeEach(() => {
  failing.mockClear();
  working.mockClear();
});

const cause = expect.objectContaining({ cause: new Error('away') });

const unavailable = expect.objectContaining({ code: 'SERVICE_UNAVAILABLE', status: 503 });

async function open(): Promise<void> {
  for (let index = 0; index < 3; index += 1) await expect(breaker.run(failing)).rejects.toEqual(unavailable);
}

test('passes results on', async () => {
  expect(await breaker.run(working)).toBe('fine');
});

test('turns a failure into a 503 and reports its cause', async () => {
  await expect(breaker.run(failing)).rejects.toEqual(unavailable);
  expect(causes).toEqual([new Error('away')]);
  await expect(breaker.run(failing)).rejects.toEqual(cause);
});

test('treats a timeout as a failure', async () => {
  await expect(breaker.run(() => new Promise(() => undefined))).rejects.toEqual(unavailable);
  expect(causes).toEqual([new Error('No answer in 50 ms.')]);
});

test('opens for 2 s after three failures in a row, then lets one call through first', async () => {
  await open();
  now = 1_999;
  await expect(breaker.run(working)).rejects.toEqual(unavailable);
  await expect(breaker.run(working)).rejects.toEqual(cause);
  expect(working).not.toHaveBeenCalled();
  now = 2_000;
  const [first, second] = await Promise.allSettled([breaker.run(working), breaker.run(working)]);
  expect(first.status).toBe('fulfilled');
  expect(second.status).toBe('rejected');
  expect(await breaker.run(working)).toBe('fine');
});

test('a success resets the count of failures', async () => {
  await expect(breaker.run(failing)).rejects.toEqual(unavailable);
  await expect(breaker.run(failing)).rejects.toEqual(unavailable);
  await breaker.run(working);
  await expect(breaker.run(failing)).rejects.toEqual(unavailable);
  expect(await breaker.run(working)).toBe('fine');
});

test('is neither opened by refusals nor kept open by one', async () => {
  const refusal = { code: 'auth/insufficient-permission' };
  const refused = () => breaker.run(() => Promise.reject(Object.assign(new Error(), refusal)));
  for (let index = 0; index < 4; index += 1) await expect(refused()).rejects.toEqual(unavailable);
  expect(causes).toHaveLength(4);
  expect(await breaker.run(working)).toBe('fine');
  await open();
  now = 2_000;
  await expect(refused()).rejects.toMatchObject({ cause: refusal });
  expect(await breaker.run(working)).toBe('fine');
});
