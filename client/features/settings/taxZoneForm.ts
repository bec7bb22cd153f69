import { basisPointsOf, percentText } from './settingsNumbers';
import type { TaxZone } from './taxContent';

export interface TaxZoneValues {
  id: string | null;
  name: string;
  countryCode: string;
  region: string;
  standardRate: string;
  reducedRate: string;
  isShippingTaxed: boolean;
}

export type TaxZoneErrors = Readonly<Partial<Record<keyof TaxZoneValues, string>>>;

export const newTaxZone: TaxZoneValues = {
  ...{ id: null, name: '', countryCode: '', region: '', standardRate: '', reducedRate: '', isShippingTaxed: false },
};

export const taxZoneValues = ({ region, standardRate, reducedRate, ...zone }: TaxZone): TaxZoneValues => ({
  ...zone,
  region: region ?? '',
  standardRate: percentText(standardRate),
  reducedRate: percentText(reducedRate),
});

export function validateTaxZone({ name, countryCode, standardRate, reducedRate }: TaxZoneValues): TaxZoneErrors {
  const percentage = 'A percentage from 0 to 100 such as 7.25';
  return {
    ...(name.trim() === '' && { name: 'Name is required' }),
    ...(name.trim().length > 60 && { name: 'Name must be at most 60 characters' }),
    ...(countryCode === '' && { countryCode: 'Choose a country' }),
    ...(basisPointsOf(standardRate) === undefined && { standardRate: percentage }),
    ...(basisPointsOf(reducedRate) === undefined && { reducedRate: percentage }),
  };
}

/** Requires values that pass `validateTaxZone`. */
export const taxZoneOf = ({ name, region, standardRate, reducedRate, ...zone }: TaxZoneValues): TaxZone => ({
  ...zone,
  name: name.trim(),
  region: region === '' ? null : region,
  standardRate: basisPointsOf(standardRate) ?? 0,
  reducedRate: basisPointsOf(reducedRate) ?? 0,
});
