import Typography from '@mui/material/Typography';
import { useRef } from 'react';
import { DayField } from '../../ui/DayField';
import { Segments } from '../../ui/Segments';
import { SelectField } from '../../ui/SelectField';
import { TableToolbar } from '../../ui/TableToolbar';
import { paramsOf, rangeOf, ranges, type ReportParams } from './reportParams';

const periods = [
  ['DAY', 'By day'],
  ['MONTH', 'By month'],
] as const;

const choices = [['', 'Days of your own'], ...ranges] as const;

interface Props {
  params: ReportParams;
  problem: string | undefined;
  onChange: (params: ReportParams) => void;
}

export function ReportRange({ params, problem, onChange }: Props) {
  const first = useRef<HTMLInputElement>(null);
  return (
    <>
      <TableToolbar>
        <SelectField
          label="Range"
          value={rangeOf(params)}
          choices={choices}
          // Days of one's own are those of the fields.
          onChange={(range) => (range === '' ? first.current?.focus() : onChange(paramsOf(range)))}
        />
        <DayField label="From" day={params.from} onChange={(from) => onChange({ ...params, from })} inputRef={first} />
        <DayField label="To" day={params.to} onChange={(to) => onChange({ ...params, to })} />
        <Segments label="Rows" value={params.by} choices={periods} onChange={(by) => onChange({ ...params, by })} />
      </TableToolbar>
      <div role="alert">{problem !== undefined && <Typography color="error">{problem}</Typography>}</div>
    </>
  );
}
