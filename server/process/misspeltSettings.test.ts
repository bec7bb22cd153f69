import { variableNames } from '../env';
import { misspeltSettings } from './misspeltSettings';

test.each([
  ['SMTP_ULR', 'SMTP_URL'],
  ['STRIPE_SECRET_KEYS', 'STRIPE_SECRET_KEY'],
  ['ADMIN_EMAIL', 'ADMIN_EMAILS'],
  ['mongodb_uri', 'MONGODB_URI'],
  ['RATE_LIMIT-READS', 'RATE_LIMIT_READS'],
  ['DATA_DUR', 'DATA_DIR'],
])('recognizes %s as %s', (setting, meant) => {
  expect(misspeltSettings(['PATH', setting], variableNames)).toEqual([{ setting, meant }]);
});

test('accepts settings and variables of other programs', () => {
  const others = [
    'PATH',
    'PWD',
    'POST',
    'HOSTS',
    'HOSTNAME',
    'SMTP_HOST',
    'STRIPE_ACCOUNT',
    'NODE_OPTIONS',
    'npm_config_x',
  ];
  expect(misspeltSettings([...variableNames, ...others], variableNames)).toEqual([]);
});
