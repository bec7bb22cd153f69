import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { rem } from '../../../theme/typography';

interface Props {
  checked: boolean;
  onChange: (checked: boolean) => void;
}

export function StockSwitch({ checked, onChange }: Props) {
  return (
    <FormControlLabel
      label="In stock"
      control={<Switch name="inStock" checked={checked} onChange={(_event, isOn) => onChange(isOn)} />}
      slotProps={{ typography: { variant: 'body2' } }}
      sx={{ gap: 1.25, minHeight: rem(44), mx: 0 }}
    />
  );
}
