import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { FormField } from '../../ui/FormField';
import { SwitchField } from '../../ui/SwitchField';
import type { MethodValues, ZoneErrors } from './zoneForm';

interface Props {
  /** From 1. */
  number: number;
  method: MethodValues;
  errors: ZoneErrors;
  onChange: (method: MethodValues) => void;
  onRemove: () => void;
}

type TextField = Exclude<keyof MethodValues, 'id' | 'key' | 'isOffered'>;

const fields = {
  display: 'grid',
  gridTemplateColumns: {
    xs: 'repeat(2, minmax(0, 1fr))',
    md: 'minmax(0, 2fr) repeat(4, minmax(0, 1fr))',
  },
  alignItems: 'start',
  gap: 2,
  '& > :first-of-type': { gridColumn: { xs: '1 / -1', md: 'auto' } },
} as const;

export function MethodFields({ number, method, errors, onChange, onRemove }: Props) {
  const bind = (field: TextField) => ({
    name: `methods.${number - 1}.${field}`,
    autoComplete: 'off',
    value: method[field],
    error: errors[`methods.${number - 1}.${field}`],
    onChange: (value: string) => onChange({ ...method, [field]: value }),
  });
  return (
    <Stack
      role="group"
      aria-label={`Method ${number}`}
      sx={{ gap: 1.5, pt: 2.5, borderTop: 1, borderColor: 'divider' }}
    >
      <Box sx={fields}>
        <FormField label="Method" required {...bind('name')} />
        <FormField label="Price" required inputMode="decimal" {...bind('price')} />
        <FormField label="Free above" hint="Empty: never" inputMode="decimal" {...bind('freeAbove')} />
        <FormField label="Days, from" required inputMode="numeric" {...bind('earliestDays')} />
        <FormField label="Days, to" required inputMode="numeric" {...bind('latestDays')} />
      </Box>
      <Stack direction="row" sx={{ flexWrap: 'wrap', justifyContent: 'space-between', gap: 1.5 }}>
        <SwitchField
          label="Offered"
          checked={method.isOffered}
          onChange={(isOffered) => onChange({ ...method, isOffered })}
        />
        <Button variant="quiet" color="error" size="small" onClick={onRemove}>
          Remove method
        </Button>
      </Stack>
    </Stack>
  );
}
