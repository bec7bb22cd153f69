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
  /** The field's name in a form. */
  name?: string;
  /** The country in the select, which is not added yet; '': none. */
  chosen: string;
  onChoose: (code: string) => void;
  onAdd: (code: string) => void;
  onRemove: (code: string) => void;
}

/** Selected countries as removable chips, and a select with a button that adds one. */
export function CountryPicker({
  label,
  codes,
  countries,
  nameOf,
  describedBy,
  isInvalid,
  name: fieldName,
  chosen,
  onChoose,
  onAdd,
  onRemove,
}: Props) {
  const area = useRef<HTMLDivElement>(null);
  const others = countries.filter(({ code }) => !codes.includes(code));
  const choices = [['', 'Choose a country'] as const, ...others.map(({ code, name }) => [code, name] as const)];
  // Somebody else may have added it.
  const value = others.some(({ code }) => code === chosen) ? chosen : '';
  const focusSelect = () => area.current?.querySelector('select')?.focus();
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
            focusSelect();
          }}
        >
          {nameOf(code)}
        </Button>
      ))}
      {/* Arrow keys change a closed select: the choice alone adds nothing. */}
      <Select
        value={value}
        name={fieldName}
        choices={choices}
        sx={{ width: rem(180), maxWidth: '100%', height: rem(44) }}
        slotProps={{
          input: {
            'aria-label': 'Add country',
            'aria-describedby': describedBy,
            'aria-invalid': isInvalid || undefined,
          },
        }}
        onChange={onChoose}
      />
      <Button
        variant="quiet"
        size="small"
        aria-disabled={value === ''}
        onClick={() => {
          if (value === '') return;
          onAdd(value);
          onChoose('');
          focusSelect();
        }}
      >
        Add
      </Button>
    </Stack>
  );
}
