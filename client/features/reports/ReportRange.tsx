import Typography from '@mui/material/Typography';
import { useState } from 'react';
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
  // Days of one's own are those of the fields, until another range is chosen.
  const [isOwn, setOwn] = useState(false);
  return (
    <>
      <TableToolbar>
        <SelectField
          label="Range"
          value={isOwn ? '' : rangeOf(params)}
          choices={choices}
          onChange={(range) => {
            setOwn(range === '');
            if (range !== '') onChange(paramsOf(range));
          }}
        />
        <DayField label="From" day={params.from} onChange={(from) => onChange({ ...params, from })} />
        <DayField label="To" day={params.to} onChange={(to) => onChange({ ...params, to })} />
        <Segments label="Rows" value={params.by} choices={periods} onChange={(by) => onChange({ ...params, by })} />
      </TableToolbar>
      <div role="alert">{problem !== undefined && <Typography color="error">{problem}</Typography>}</div>
    </>
  );
}
