import Checkbox from '@mui/material/Checkbox';
import MuiTableHead from '@mui/material/TableHead';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import TableSortLabel from '@mui/material/TableSortLabel';
import { rem } from '../theme/typography';
import { nextSort, type TableColumn, type TableSelection, type TableSort, withSelected } from './tableColumns';

type Width = TableColumn<never>['width'];

/** Columns are designed in pixels, and grow with the font size. */
const inRem = (width: Width): Exclude<Width, number> | string =>
  typeof width === 'number'
    ? rem(width)
    : typeof width === 'object'
      ? Object.fromEntries(Object.entries(width).map(([from, each]) => [from, inRem(each)]))
      : width;

interface Props<Row extends { id: string }, Sort extends string> {
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[] | undefined;
  sort: TableSort<Sort> | undefined;
  selection: TableSelection<Row> | undefined;
  asCards: boolean;
}

/** Visually hidden when rows are cards: the sort and select controls are above the cards then. */
export function TableHead<Row extends { id: string }, Sort extends string>({
  columns,
  rows,
  sort,
  selection,
  asCards,
}: Props<Row, Sort>) {
  const sorted = sort?.choices.find(({ value }) => value === sort.value);
  return (
    <MuiTableHead role="rowgroup">
      <TableRow role="row">
        {selection && (
          <TableCell role="columnheader" padding="checkbox" data-column="select">
            {asCards ? 'Select' : <SelectAll rows={rows ?? []} selection={selection} />}
          </TableCell>
        )}
        {columns.map(({ key, header, numeric, width }) => {
          const direction = sorted?.column === key && sorted.direction;
          return (
            <TableCell
              key={key}
              role="columnheader"
              data-column={key}
              align={numeric ? 'right' : 'inherit'}
              sortDirection={direction}
              sx={{ width: inRem(width) }}
            >
              {!asCards && sort?.choices.some(({ column }) => column === key) ? (
                <TableSortLabel
                  component="button"
                  active={direction !== false}
                  direction={direction || 'desc'}
                  onClick={() => {
                    const next = nextSort(sort, key);
                    if (next) sort.onChange(next);
                  }}
                >
                  {header}
                </TableSortLabel>
              ) : (
                header
              )}
            </TableCell>
          );
        })}
      </TableRow>
    </MuiTableHead>
  );
}

interface SelectAllProps<Row> {
  rows: readonly Row[];
  selection: TableSelection<Row>;
}

/** Of this page; indeterminate when only some rows are selected. */
export function SelectAll<Row extends { id: string }>({ rows, selection }: SelectAllProps<Row>) {
  const { selected, onChange } = selection;
  const ids = rows.map(({ id }) => id);
  const chosen = ids.filter((id) => selected.has(id)).length;
  const isAll = ids.length > 0 && chosen === ids.length;
  return (
    <Checkbox
      slotProps={{ input: { 'aria-label': 'Select all rows of this page' } }}
      disabled={ids.length === 0}
      checked={isAll}
      indeterminate={chosen > 0 && !isAll}
      onChange={() => onChange(withSelected(selected, ids, !isAll))}
    />
  );
}
