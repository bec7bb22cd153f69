import { withTimeout } from './withTimeout';

const pending = new Promise<string>(() => undefined);

test('what comes in time is kept', async () => {
  await expect(withTimeout(Promise.resolve('here'), 1_000, () => 'late')).resolves.toBe('here');
  await expect(withTimeout(Promise.reject(new Error('broken')), 1_000, () => 'late')).rejects.toThrow('broken');
});

test('what does not come is replaced or fails', async () => {
  await expect(withTimeout(pending, 1, () => 'late')).resolves.toBe('late');
  const fail = () => {
    throw new Error('late');
  };
  await expect(withTimeout(pending, 1, fail)).rejects.toThrow('late');
});
