/** @jest-environment jsdom */
import { expiringStorage } from './expiringStorage';

const memory = expiringStorage<{ name: string; until: number }>('kiosk-test');

afterEach(() => sessionStorage.clear());

test('returns entries until they expire', () => {
  const now = Date.now();
  memory.write([
    { name: 'old', until: now - 1 },
    { name: 'new', until: now + 60_000 },
  ]);
  expect(memory.read()).toEqual([{ name: 'new', until: now + 60_000 }]);
});

test('removes the storage entry for an empty list, and reads a corrupt one as empty', () => {
  memory.write([]);
  expect(sessionStorage.length).toBe(0);
  sessionStorage.setItem('kiosk-test', '{"half');
  expect(memory.read()).toEqual([]);
  sessionStorage.setItem('kiosk-test', '{}');
  expect(memory.read()).toEqual([]);
});
