import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { rem } from '../../theme/typography';
import { DayField } from '../../ui/DayField';

interface Props {
  /** 'YYYY-MM-DD', empty for any. */
  date: string;
  onChange: (date: string) => void;
}

const filter = { flexWrap: 'wrap', alignItems: 'center', gap: 1.25, '& > div': { flexGrow: { xs: 1, sm: 0 } } };

export function DateFilter({ date, onChange }: Props) {
  return (
    <Stack direction="row" sx={filter}>
      <DayField label="Filter by Date" day={date} onChange={onChange} />
      <Button variant="soft" size="small" sx={{ minHeight: rem(44) }} onClick={() => date !== '' && onChange('')}>
        Reset
      </Button>
    </Stack>
  );
}
