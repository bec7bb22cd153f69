import Stack from '@mui/material/Stack';
import { rem } from '../theme/typography';
import { SelectField } from './SelectField';
import type { TableSelection, TableSort } from './tableColumns';
import { SelectAll } from './TableHead';

interface Props<Row extends { id: string }, Sort extends string> {
  rows: readonly Row[];
  sort: TableSort<Sort> | undefined;
  selection: TableSelection<Row> | undefined;
}

const tools = { flexWrap: 'wrap', justifyContent: 'space-between', alignItems: 'center', gap: 1.25 } as const;
const selectAll = { alignItems: 'center', gap: 1.25, minHeight: rem(44), '& > span': { m: '-9px' } } as const;

/** The heading's controls, above rows that are cards. */
export function CardTools<Row extends { id: string }, Sort extends string>({
  rows,
  sort,
  selection,
}: Props<Row, Sort>) {
  const listed = sort?.hasOwnList ? undefined : sort;
  if (!listed && !selection) return null;
  return (
    <Stack direction="row" sx={tools}>
      {selection && (
        <Stack component="label" direction="row" sx={selectAll}>
          <SelectAll rows={rows} selection={selection} /> Select all
        </Stack>
      )}
      {listed && (
        <SelectField
          label="Sort by"
          value={listed.value}
          choices={listed.choices.map(({ value, label }) => [value, label])}
          onChange={listed.onChange}
        />
      )}
    </Stack>
  );
}
