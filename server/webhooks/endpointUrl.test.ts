import { undeliverableReason } from './endpointUrl';

const strict = { privateAddresses: false, plainLoopback: false };
const open = { privateAddresses: true, plainLoopback: true };
const operated = { privateAddresses: true, plainLoopback: false };

test.each([
  'https://hooks.example.com/kiosk?shop=1',
  'https://example.com:8443/',
  'https://1.1.1.1/',
  'https://[2606:4700:4700::1111]/',
  'https://xn--bcher-kva.example.com/',
])('allows delivery to %s', (url) => {
  expect(undeliverableReason(url, strict)).toBeNull();
});

test.each([
  ['example.com/hooks', 'must be an address'],
  ['http://example.com/', 'must start with https://'],
  ['ftp://example.com/', 'must start with https://'],
  ['javascript:alert(1)', 'must start with https://'],
  ['https://user:secret@example.com/', 'must not hold a name or a password'],
  ['https://user@example.com/', 'must not hold a name or a password'],
  ['https://example.com/#part', 'must not have a part after #'],
  ['https://example.com:22/', 'must have port 443'],
  ['https://example.com:80/', 'must have port 443'],
  ['https://example.com./', 'must name a host'],
  [`https://example.com/${'x'.repeat(1_000)}`, 'at most 1000 characters'],
  ['https://localhost/', 'private address'],
  ['https://shop.localhost/', 'private address'],
  ['https://metadata.google.internal/', 'private address'],
  ['https://intranet/', 'private address'],
  ['https://127.0.0.1/', 'private address'],
  ['https://127.1/', 'private address'],
  ['https://2130706433/', 'private address'],
  ['https://0x7f.0.0.1/', 'private address'],
  ['https://017700000001/', 'private address'],
  ['https://[::1]/', 'private address'],
  ['https://[::ffff:127.0.0.1]/', 'private address'],
  ['https://[::ffff:a9fe:a9fe]/', 'private address'],
  ['https://169.254.169.254/latest/meta-data/', 'private address'],
  ['https://[fd00:ec2::254]/', 'private address'],
  ['http://127.0.0.1:8080/', 'must start with https://'],
])('refuses delivery to %s: %s', (url, reason) => {
  expect(undeliverableReason(url, strict)).toContain(reason);
});

test('allows http on loopback in development, but not with private addresses allowed by an operator', () => {
  expect(undeliverableReason('http://127.0.0.1:8080/', open)).toBeNull();
  expect(undeliverableReason('http://localhost:8080/', open)).toBeNull();
  expect(undeliverableReason('http://10.0.0.1/', open)).toContain('must start with https://');
  expect(undeliverableReason('https://10.0.0.1/', operated)).toBeNull();
  expect(undeliverableReason('http://127.0.0.1:8080/', operated)).toContain('must start with https://');
});
