import type { Address } from './address';
import { countryName } from './addressFormat';

/** The printed address, one entry per line, without empty fields. */
export function addressLines(address: Omit<Address, 'phoneNumber'>): string[] {
  const { fullName, company, streetLine1, streetLine2, city, region, postalCode, countryCode } = address;
  const place = [[city, region].filter((part) => part !== '').join(', '), postalCode];
  const country = countryCode === '' ? '' : countryName(countryCode);
  const lines = [fullName, company, streetLine1, streetLine2, place.filter((part) => part !== '').join(' '), country];
  return lines.filter((line) => line.trim() !== '');
}
