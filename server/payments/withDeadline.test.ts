import type { PaymentProvider } from './provider';
import { withDeadline } from './withDeadline';

const silent = { findState: () => new Promise(() => undefined) } as unknown as PaymentProvider;
const unknown = { status: 503, cause: { message: 'The time for what one request asks of the provider is over' } };

test('a call that the provider does not answer in time counts as not known, and the next one is not made', async () => {
  const findState = jest.fn(silent.findState);
  const provider = withDeadline({ ...silent, findState }, 50);
  await expect(provider.findState('c1:1')).rejects.toMatchObject(unknown);
  await expect(provider.findState('c1:1')).rejects.toMatchObject(unknown);
  expect(findState).toHaveBeenCalledTimes(1);
});

test('a call that is under way ends with the process, and none is made afterwards', async () => {
  const stopping = new AbortController();
  const findState = jest.fn(silent.findState);
  const provider = withDeadline({ ...silent, findState }, 60_000, stopping.signal);
  const call = provider.findState('c1:1');
  stopping.abort();
  await expect(call).rejects.toMatchObject(unknown);
  await expect(provider.findState('c1:1')).rejects.toMatchObject(unknown);
  expect(findState).toHaveBeenCalledTimes(1);
});
