import OutlinedInput from '@mui/material/OutlinedInput';
import { rem } from '../theme/typography';
import { Icon } from './Icon';
import { useSearchInput } from './useSearchInput';

interface Props {
  /** Also the placeholder. */
  label: string;
  value: string;
  onChange: (value: string) => void;
}

const width = {
  flex: { xs: '1 1 100%', sm: `1 1 ${rem(200)}` },
  maxWidth: { sm: rem(280) },
  '& > svg': { color: 'text.secondary' },
};

export function SearchField({ label, value, onChange }: Props) {
  const input = useSearchInput(value, onChange);
  return (
    <OutlinedInput
      type="search"
      size="small"
      startAdornment={<Icon name="search" />}
      slotProps={{ input: { ...input, 'aria-label': label, dir: 'auto' } }}
      placeholder={label}
      sx={width}
    />
  );
}
