import type { SaveSellerSettingsInput, SellerPartsFragment } from '../../__generated__/lazyOperations';
import type { Description } from './SettingsConflict';
import type { Saved, Stored } from './useSettingsEdits';

export type SellerContent = Omit<SellerPartsFragment['seller'], '__typename'>;

export const savedSeller = ({ version, isExample, seller }: SellerPartsFragment): Stored<SellerContent> => {
  const { name, streetLine1, streetLine2, city, region, postalCode, countryCode, taxNumber } = seller;
  return {
    version,
    isExample,
    content: { name, streetLine1, streetLine2, city, region, postalCode, countryCode, taxNumber },
  };
};

export const toSellerInput = ({ content, version }: Saved<SellerContent>): SaveSellerSettingsInput => ({
  version,
  seller: content,
});

/** The fields' labels. */
const words: Readonly<Record<keyof SellerContent, string>> = {
  name: 'Name',
  streetLine1: 'Street and number',
  streetLine2: 'Floor or building',
  city: 'City',
  region: 'Region',
  postalCode: 'Postcode',
  countryCode: 'Country',
  taxNumber: 'Tax number',
};

export const describeSeller = (content: SellerContent): Description =>
  new Map((Object.keys(words) as (keyof SellerContent)[]).map((field) => [words[field], content[field]]));

export type SellerErrors = Readonly<Partial<Record<keyof SellerContent, string>>>;

/** The server validates what else a country requires. */
export function validateSeller({ name, streetLine1, countryCode }: SellerContent): SellerErrors {
  return {
    ...(name.trim() === '' && { name: 'Enter a name.' }),
    ...(streetLine1.trim() === '' && { streetLine1: 'Enter street and number.' }),
    ...(countryCode === '' && { countryCode: 'Choose a country.' }),
  };
}

/** The form's field that a rejection concerns; undefined: none. */
export function sellerField(field: string | undefined): keyof SellerContent | undefined {
  const name = /^seller\.(\w+)$/.exec(field ?? '')?.[1];
  return (Object.keys(words) as (keyof SellerContent)[]).find((each) => each === name);
}
