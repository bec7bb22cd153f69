import Button from '@mui/material/Button';
import { useState } from 'react';
import { DateField } from '../../ui/DateField';
import { useTyped } from '../../ui/useTyped';

interface Props {
  /** 'YYYY-MM-DD', empty for any. */
  date: string;
  onChange: (date: string) => void;
}

/** A year is typed digit by digit: 0002, 0020 and 0202 are on the way to 2026. */
const isWritten = (date: string) => date === '' || date >= '1000';

export function DateFilter({ date, onChange }: Props) {
  const [typed, type, settle] = useTyped(date, (next) => isWritten(next) && next !== date && onChange(next));
  const [resets, setResets] = useState(0);
  return (
    <div className="date-filter">
      <DateField key={resets} label="Filter by Date" value={typed} onChange={type} />
      <Button
        size="small"
        className="quiet soft"
        onClick={() => {
          // Half a date has no value that could be taken back: the field is drawn anew.
          setResets(resets + 1);
          type('');
          settle();
        }}
      >
        Reset
      </Button>
    </div>
  );
}
