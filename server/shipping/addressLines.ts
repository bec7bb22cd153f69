import type { Address } from './address';
import { countryName } from './addressFormat';

/** As it is written on paper, a line each; what it lacks is left out. */
export function addressLines(address: Omit<Address, 'phoneNumber'>): string[] {
  const { fullName, company, streetLine1, streetLine2, city, region, postalCode, countryCode } = address;
  const place = [[city, region].filter((part) => part !== '').join(', '), postalCode];
  const country = countryCode === '' ? '' : countryName(countryCode);
  const lines = [fullName, company, streetLine1, streetLine2, place.filter((part) => part !== '').join(' '), country];
  return lines.filter((line) => line.trim() !== '');
}
