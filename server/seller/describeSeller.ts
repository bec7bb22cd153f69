import type { DescribedSettings } from '../settings/saveSettings';
import type { Seller } from '../settings/shopSettings';
import { countryName } from '../shipping/addressFormat';

export function describeSeller({ name, taxNumber, countryCode, ...place }: Seller): DescribedSettings {
  const { streetLine1, streetLine2, city, region, postalCode } = place;
  const address = [streetLine1, streetLine2, city, region, postalCode, countryName(countryCode)];
  return new Map([
    ['Name', name],
    ['Address', address.filter((part) => part !== '').join(', ')],
    ['Tax number', taxNumber],
  ]);
}
