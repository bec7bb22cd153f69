import { parcelValues } from './carriers';

test('a carrier is known by its own name only, not by one that every object has', () => {
  expect(parcelValues('UPS', null)).toMatchObject({ carrier: 'UPS', carrierName: '' });
  expect(parcelValues('constructor', null)).toMatchObject({ carrier: 'OTHER', carrierName: 'constructor' });
});
