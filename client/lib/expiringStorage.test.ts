/** @jest-environment jsdom */
import { expiringStorage } from './expiringStorage';

const memory = expiringStorage<{ name: string; until: number }>('kiosk-test');

afterEach(() => sessionStorage.clear());

test('entries are read again until their time has come', () => {
  const now = Date.now();
  memory.write([
    { name: 'old', until: now - 1 },
    { name: 'new', until: now + 60_000 },
  ]);
  expect(memory.read()).toEqual([{ name: 'new', until: now + 60_000 }]);
});

test('nothing is left of an empty list, and what is damaged is none', () => {
  memory.write([]);
  expect(sessionStorage.length).toBe(0);
  sessionStorage.setItem('kiosk-test', '{"half');
  expect(memory.read()).toEqual([]);
  sessionStorage.setItem('kiosk-test', '{}');
  expect(memory.read()).toEqual([]);
});
