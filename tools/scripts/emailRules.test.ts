import { emailPattern } from '../../client/lib/emailPattern';
import { canonicalEmail } from '../../server/auth/canonicalEmail';

const domain = `${'d'.repeat(60)}.`.repeat(3);
const longest = `${'l'.repeat(64)}@${domain}${'e'.repeat(254 - 65 - domain.length)}`;

test.each<[string, boolean]>([
  ['anna@example.com', true],
  ['anna+shop@mail.example.co.uk', true],
  [longest, true],
  [`${longest}e`, false],
  [`${'l'.repeat(65)}@example.com`, false],
  ['anna@', false],
  ['@example.com', false],
  ['an na@example.com', false],
  ['anna@example..com', false],
  ['anna@example.com.', false],
  ...[...'"(),:;<>[]\\%\u200b'].map((sign): [string, boolean] => [`a${sign}b@example.com`, false]),
  ...[...'"(),:;<>[]\\%/?#^|'].map((sign): [string, boolean] => [`anna@exa${sign}mple.com`, false]),
  ...[..."!#$&'*+-./=?^_`{|}~"].map((sign): [string, boolean] => [`a${sign}b@example.com`, true]),
  ['anna-.b@example.com', true],
  ['anna@-example.com', false],
  ['anna@example-.com', false],
  ['anna@shop.-example.com', false],
  ['anna@example.com-', false],
  ['anna@ex-am--ple.co-m', true],
  [`anna@${'d'.repeat(63)}.com`, true],
  [`anna@${'d'.repeat(64)}.com`, false],
  ['anna@example.123', false],
  ['anna@123.com', true],
  ['änna@bücher.example', true],
])('forms and server agree on %s: %s', (email, isTaken) => {
  expect(emailPattern.test(email)).toBe(isTaken);
  expect(canonicalEmail(email) !== null).toBe(isTaken);
});
