import { mailtoAddress } from './mailtoAddress';

test.each([
  ['wim@example.com', 'mailto:wim@example.com'],
  ['a+b@example.com', 'mailto:a%2Bb@example.com'],
  ['anna?bcc=eve&body=paid#x@example.com', 'mailto:anna%3Fbcc%3Deve%26body%3Dpaid%23x@example.com'],
])('%s is written to and adds no other field', (email, address) => {
  expect(mailtoAddress(email)).toBe(address);
  const { pathname, search, hash } = new URL(mailtoAddress(email));
  expect([decodeURIComponent(pathname), search, hash]).toEqual([email, '', '']);
});
