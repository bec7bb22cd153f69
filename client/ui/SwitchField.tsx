import FormControlLabel, { type FormControlLabelProps } from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { rem } from '../theme/typography';

interface Props {
  label: string;
  name?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  variant?: 'body2' | 'h6';
}

const row: FormControlLabelProps['sx'] = { gap: 1.25, minHeight: rem(44), mx: 0 };

export function SwitchField({ label, name, checked, onChange, variant = 'body2' }: Props) {
  return (
    <FormControlLabel
      label={label}
      control={<Switch name={name} checked={checked} onChange={(_event, isOn) => onChange(isOn)} />}
      slotProps={{ typography: { variant, component: 'span' } }}
      sx={row}
    />
  );
}
