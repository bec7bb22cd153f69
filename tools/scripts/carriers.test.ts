import { carrierChoices, linkHint } from '../../client/features/shopOrders/carriers';
import { trackingUrl } from '../../server/orders/carriers';

const known = carrierChoices.filter(([carrier]) => carrier !== '' && carrier !== 'OTHER');

test.each(known)('C42 the page names the site to which the tracking link of %s leads', (carrier) => {
  const site = linkHint({ carrier, carrierName: '', trackingNumber: '1Z' })?.split(': ')[1] ?? 'none';
  const { hostname } = new URL(trackingUrl(carrier, '1Z') ?? '');
  expect(hostname === site || hostname.endsWith(`.${site}`)).toBe(true);
});

test('C42 an unknown carrier has no tracking link, and the page says so', () => {
  expect(known).toHaveLength(8);
  expect(trackingUrl('Postman Pat', '1Z')).toBeNull();
  expect(linkHint({ carrier: 'OTHER', carrierName: 'Postman Pat', trackingNumber: '1Z' })).toMatch(/^No link/);
  expect(linkHint({ carrier: 'UPS', carrierName: '', trackingNumber: ' ' })).toBeUndefined();
});
