import Box from '@mui/material/Box';
import { fieldGrid } from '../../ui/fieldGrid';
import { FormSelect } from '../../ui/FormSelect';
import type { Country } from './useCountries';

export interface Place {
  countryCode: string;
  region: string;
}

interface Props {
  countries: readonly Country[];
  place: Place;
  errors?: Readonly<Partial<Record<keyof Place, string | undefined>>>;
  /** The label of the empty choice of the region. */
  wholeCountry: string;
  isRequired?: boolean;
  isRegionRequired?: boolean;
  onChange: (place: Place) => void;
}

/** A country, with a region if its regions are listed. */
export function PlaceFields({
  countries,
  place,
  errors = {},
  wholeCountry,
  isRequired = false,
  isRegionRequired = false,
  onChange,
}: Props) {
  const country = countries.find(({ code }) => code === place.countryCode);
  return (
    <Box sx={fieldGrid(2)}>
      <FormSelect
        label="Country"
        name="countryCode"
        required={isRequired}
        error={errors.countryCode}
        value={place.countryCode}
        choices={[['', 'Choose a country'], ...countries.map(({ code, name }) => [code, name] as const)]}
        onChange={(countryCode) => onChange({ countryCode, region: '' })}
      />
      {country && country.regions.length > 0 && (
        <FormSelect
          label={country.regionLabel}
          name="region"
          required={isRegionRequired}
          error={errors.region}
          value={place.region}
          choices={[['', wholeCountry], ...country.regions.map(({ key, name }) => [key, name] as const)]}
          onChange={(region) => onChange({ ...place, region })}
        />
      )}
    </Box>
  );
}
