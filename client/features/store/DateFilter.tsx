import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { rem } from '../../theme/typography';
import { DateField } from '../../ui/DateField';
import { useDebouncedInput } from '../../ui/useDebouncedInput';

interface Props {
  /** 'YYYY-MM-DD', empty for any. */
  date: string;
  onChange: (date: string) => void;
}

/** While a year is typed the value passes through 0002, 0020 and 0202 before 2026. */
const isComplete = (date: string) => date === '' || date >= '1000';

const filter = { flexWrap: 'wrap', alignItems: 'center', gap: 1.25, '& > div': { flexGrow: { xs: 1, sm: 0 } } };

export function DateFilter({ date, onChange }: Props) {
  const [draft, setDraft, flush] = useDebouncedInput(
    date,
    (next) => isComplete(next) && next !== date && onChange(next),
  );
  const [resets, setResets] = useState(0);
  return (
    <Stack direction="row" sx={filter}>
      <DateField key={resets} label="Filter by Date" value={draft} onChange={setDraft} />
      <Button
        variant="soft"
        size="small"
        sx={{ minHeight: rem(44) }}
        onClick={() => {
          // An incomplete date has no value to reset: a new key remounts the input.
          setResets(resets + 1);
          setDraft('');
          flush();
        }}
      >
        Reset
      </Button>
    </Stack>
  );
}
