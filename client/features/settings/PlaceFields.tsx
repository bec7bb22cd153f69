import Box from '@mui/material/Box';
import { Field } from '../../ui/Field';
import { Select } from '../../ui/Select';
import type { Country } from './useCountries';

export interface Place {
  countryCode: string;
  region: string;
}

interface Props {
  countries: readonly Country[];
  place: Place;
  errors?: Readonly<Partial<Record<keyof Place, string>>>;
  /** What the choice of no region is called. */
  wholeCountry: string;
  onChange: (place: Place) => void;
}

const pair = { display: 'grid', gridTemplateColumns: { sm: 'repeat(2, minmax(0, 1fr))' }, gap: 2.5 } as const;

/** A country, and a region where its regions are listed. */
export function PlaceFields({ countries, place, errors = {}, wholeCountry, onChange }: Props) {
  const country = countries.find(({ code }) => code === place.countryCode);
  return (
    <Box sx={pair}>
      <Field label="Country" error={errors.countryCode}>
        {(control) => (
          <Select
            value={place.countryCode}
            sx={{ height: 46, minWidth: 0 }}
            slotProps={{ input: control }}
            choices={[['', 'Choose a country'], ...countries.map(({ code, name }) => [code, name] as const)]}
            onChange={(countryCode) => onChange({ countryCode, region: '' })}
          />
        )}
      </Field>
      {country && country.regions.length > 0 && (
        <Field label={country.regionLabel} error={errors.region}>
          {(control) => (
            <Select
              value={place.region}
              sx={{ height: 46, minWidth: 0 }}
              slotProps={{ input: control }}
              choices={[['', wholeCountry], ...country.regions.map(({ key, name }) => [key, name] as const)]}
              onChange={(region) => onChange({ ...place, region })}
            />
          )}
        </Field>
      )}
    </Box>
  );
}
