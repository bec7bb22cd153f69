import { emailPattern } from '../../client/lib/emailPattern';
import { canonicalEmail } from '../../server/auth/canonicalEmail';

const domain = `${'d'.repeat(60)}.`.repeat(3);
const longest = `${'l'.repeat(64)}@${domain}${'e'.repeat(254 - 65 - domain.length)}`;

test.each([
  ['anna@example.com', true],
  ['anna+shop@mail.example.co.uk', true],
  [longest, true],
  [`${longest}e`, false],
  [`${'l'.repeat(65)}@example.com`, false],
  ['anna@', false],
  ['@example.com', false],
  ['an na@example.com', false],
  ['anna@example..com', false],
])('forms and server agree on %s: %s', (email, isTaken) => {
  expect(emailPattern.test(email)).toBe(isTaken);
  expect(canonicalEmail(email) !== null).toBe(isTaken);
});
