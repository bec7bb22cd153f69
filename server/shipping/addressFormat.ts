import formats from './addressFormats.json';

/** The address format of a country (Google's address metadata). Letters: A street, C city, S region, Z postal code. */
export interface AddressFormat {
  /** In the country's order. */
  readonly fields: string;
  readonly required: string;
  /** A regular expression for most postal codes; others are confirmed by the user rather than rejected. */
  readonly postalCode?: string;
  readonly example?: string;
  readonly postalCodeName?: string;
  readonly regionName?: string;
  readonly cityName?: string;
  /** Keys and names, if a region is required and all are known. */
  readonly regions?: readonly (readonly [key: string, name: string])[];
}

const known = new Map<string, AddressFormat>(Object.entries(formats as unknown as Record<string, AddressFormat>));
const names = new Intl.DisplayNames('en', { type: 'region' });

/** null: no such country. */
export const addressFormatOf = (countryCode: string): AddressFormat | null => known.get(countryCode) ?? null;

/** In English. */
export const countryName = (code: string): string => names.of(code) ?? code;

export interface Country {
  readonly code: string;
  readonly name: string;
  readonly format: AddressFormat;
}

/** Every country, by its English name. */
export const countries: readonly Country[] = [...known]
  .map(([code, format]) => ({ code, name: countryName(code), format }))
  .sort((a, b) => a.name.localeCompare(b.name, 'en'));
