import Checkbox from '@mui/material/Checkbox';
import Skeleton from '@mui/material/Skeleton';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import { rem } from '../theme/typography';
import { type TableColumn, type TableSelection, withSelected } from './tableColumns';
import { skeletons } from './tableStyles';

interface Props<Row extends { id: string }> {
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  selection: TableSelection<Row> | undefined;
  busy: ReadonlySet<string> | undefined;
  marked: string | undefined;
}

export function TableRows<Row extends { id: string }>({ columns, rows, selection, busy, marked }: Props<Row>) {
  return (
    <TableBody role="rowgroup">
      {rows.map((row) => (
        <TableRow
          key={row.id}
          role="row"
          selected={row.id === marked || selection?.selected.has(row.id) === true}
          data-busy={busy?.has(row.id) || undefined}
        >
          {selection && (
            <TableCell role="cell" padding="checkbox" data-column="select">
              <SelectRow row={row} selection={selection} />
            </TableCell>
          )}
          {columns.map(({ key, header, cell, numeric, bare }) => (
            <TableCell
              key={key}
              role="cell"
              data-column={key}
              align={numeric ? 'right' : 'inherit'}
              data-label={bare ? undefined : header}
            >
              {cell(row)}
            </TableCell>
          ))}
        </TableRow>
      ))}
    </TableBody>
  );
}

function SelectRow<Row extends { id: string }>({ row, selection }: { row: Row; selection: TableSelection<Row> }) {
  const { selected, nameOf, onChange } = selection;
  const isChosen = selected.has(row.id);
  return (
    <Checkbox
      slotProps={{ input: { 'aria-label': `Select ${nameOf(row)}` } }}
      checked={isChosen}
      onChange={() => onChange(withSelected(selected, [row.id], !isChosen))}
    />
  );
}

const skeletonRows = Array.from({ length: 8 }, (_each, index) => index);

type SkeletonColumn = Pick<TableColumn<never>, 'key' | 'numeric'>;

/** As large as the rows: no layout shift. */
export function TableSkeletons({ columns, selectable }: { columns: readonly SkeletonColumn[]; selectable: boolean }) {
  return (
    <TableBody role="rowgroup" aria-hidden="true" data-testid="skeletons" sx={skeletons}>
      {skeletonRows.map((index) => (
        <TableRow key={index} role="row">
          {selectable && <TableCell role="cell" padding="checkbox" data-column="select" />}
          {columns.map(({ key, numeric }) => (
            <TableCell key={key} role="cell" data-column={key} align={numeric ? 'right' : 'inherit'}>
              <Skeleton width="70%" height={rem(16)} />
            </TableCell>
          ))}
        </TableRow>
      ))}
    </TableBody>
  );
}
