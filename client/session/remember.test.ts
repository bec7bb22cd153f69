/**
 * @jest-environment jsdom
 * @jest-environment-options {"url": "https://shop.example/"}
 */
import { rememberSession, sessionHasEnded } from './remember';

const cookieWrites = jest.spyOn(Document.prototype, 'cookie', 'set');

afterEach(() => {
  document.cookie = '__Host-kiosk-session=; path=/; Secure; max-age=0';
  localStorage.clear();
  cookieWrites.mockClear();
});

test('over HTTPS the marker is a __Host- cookie without content', () => {
  rememberSession(true);
  expect(cookieWrites.mock.calls).toEqual([['__Host-kiosk-session=1; path=/; SameSite=Lax; Secure']]);
  expect(document.cookie).toBe('__Host-kiosk-session=1');
});

test('a session that is not remembered ends when the browser has dropped the marker', () => {
  rememberSession(false);
  expect(sessionHasEnded()).toBe(false);
  document.cookie = '__Host-kiosk-session=; path=/; Secure; max-age=0';
  expect(sessionHasEnded()).toBe(true);
});

test('a remembered session continues without the marker', () => {
  rememberSession(true);
  document.cookie = '__Host-kiosk-session=; path=/; Secure; max-age=0';
  expect(sessionHasEnded()).toBe(false);
});
