import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useRef } from 'react';
import { rem } from '../../theme/typography';
import { Icon } from '../../ui/Icon';
import { Select } from '../../ui/Select';
import type { Country } from './useCountries';

interface Props {
  /** The group's label. */
  label: string;
  codes: readonly string[];
  countries: readonly Country[];
  nameOf: (code: string) => string;
  describedBy?: string | undefined;
  isInvalid?: boolean;
  onAdd: (code: string) => void;
  onRemove: (code: string) => void;
}

/** Selected countries as removable chips, and a select that adds one. */
export function CountryPicker({ label, codes, countries, nameOf, describedBy, isInvalid, onAdd, onRemove }: Props) {
  const area = useRef<HTMLDivElement>(null);
  const others = countries.filter(({ code }) => !codes.includes(code));
  const choices = [['', 'Add country'] as const, ...others.map(({ code, name }) => [code, name] as const)];
  return (
    <Stack
      ref={area}
      direction="row"
      role="group"
      aria-label={label}
      sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1 }}
    >
      {codes.map((code) => (
        <Button
          key={code}
          variant="filter"
          aria-label={`Remove ${nameOf(code)}`}
          endIcon={<Icon name="close" size={16} />}
          onClick={() => {
            onRemove(code);
            area.current?.querySelector('select')?.focus();
          }}
        >
          {nameOf(code)}
        </Button>
      ))}
      <Select
        value=""
        choices={choices}
        sx={{ width: rem(180), maxWidth: '100%', height: rem(44) }}
        slotProps={{
          input: {
            'aria-label': 'Add country',
            'aria-describedby': describedBy,
            'aria-invalid': isInvalid || undefined,
          },
        }}
        onChange={(code) => code !== '' && onAdd(code)}
      />
    </Stack>
  );
}
