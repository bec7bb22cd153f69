import Button from '@mui/material/Button';
import type { ReactNode, Ref } from 'react';
import { ErrorAlert } from './ErrorAlert';
import { SelectField } from './SelectField';
import { type TableColumn, type TableSelection, type TableSort, withSelected } from './tableColumns';
import { SelectAll, TableHead } from './TableHead';
import { useMediaQuery } from './useMediaQuery';
import './dataTable.css';

interface Props<Row extends { id: string }, Sort extends string> {
  label: string;
  columns: readonly TableColumn<Row>[];
  /** Undefined while loading. */
  rows: readonly Row[] | undefined;
  loadingWords: string;
  /** Shown instead of the table when there are no rows. */
  empty: ReactNode;
  failure?: string | undefined;
  onRetry?: () => void;
  sort?: TableSort<Sort>;
  selection?: TableSelection<Row>;
  /** The rows shown are of the previous list. */
  refreshing?: boolean;
  /** Ids of rows with an action in progress. */
  busy?: ReadonlySet<string>;
  /** More columns than fit on a tablet: rows are cards there too. */
  wide?: boolean;
  className?: string;
  /** Gets the focus when the focused row is gone. */
  ref?: Ref<HTMLElement>;
}

/** Whether there is too little room for columns. */
function useCards(isWide: boolean): boolean {
  const isNarrow = useMediaQuery(({ breakpoints }) => breakpoints.down(isWide ? 'wideTable' : 'table'));
  // From `md` on the dashboard's links stand beside the table.
  const isBesideLinks = useMediaQuery(({ breakpoints }) => breakpoints.between('md', 'tableBesideLinks'));
  return isNarrow || isBesideLinks;
}

/**
 * A list in all its states. Roles are explicit because browsers drop the implicit ones of a table when CSS changes its
 * display.
 */
export function DataTable<Row extends { id: string }, Sort extends string = never>(props: Props<Row, Sort>) {
  const { label, rows, loadingWords, empty, failure, onRetry, sort, selection, refreshing, wide, className, ref } =
    props;
  const asCards = useCards(wide === true);
  const listedSort = sort?.hasOwnList ? undefined : sort;
  const isEmpty = rows?.length === 0;
  const shown = failure === undefined && !isEmpty;
  return (
    <section ref={ref} tabIndex={-1} aria-label={label} className={`table-area ${className ?? ''}`}>
      {failure !== undefined && (
        <div className="table-failure">
          <ErrorAlert sentence={failure} />
          {onRetry && (
            <Button variant="outlined" className="ink" onClick={onRetry}>
              Try again
            </Button>
          )}
        </div>
      )}
      {shown && asCards && (listedSort || selection) && (
        <div className="card-tools">
          {selection && (
            <label className="select-all">
              <SelectAll rows={rows ?? []} selection={selection} /> Select all
            </label>
          )}
          {listedSort && (
            <SelectField
              label="Sort by"
              value={listedSort.value}
              choices={listedSort.choices.map(({ value, label: words }) => [value, words])}
              onChange={listedSort.onChange}
            />
          )}
        </div>
      )}
      <div className={`table-box ${shown ? 'shown' : ''}`}>
        {shown && (
          <table
            role="table"
            aria-label={label}
            aria-busy={rows === undefined || refreshing === true}
            className={`data-table ${asCards ? 'as-cards' : ''} ${refreshing ? 'refreshing' : ''}`}
          >
            <TableHead columns={props.columns} rows={rows} sort={sort} selection={selection} asCards={asCards} />
            {rows ? (
              <Rows {...props} rows={rows} />
            ) : (
              <Skeletons columns={props.columns} selectable={Boolean(selection)} />
            )}
          </table>
        )}
        <div role="status" className="table-status">
          {rows === undefined && failure === undefined && <p className="loading-words">{loadingWords}</p>}
          {isEmpty && failure === undefined && empty}
        </div>
      </div>
    </section>
  );
}

function Rows<Row extends { id: string }, Sort extends string>({
  columns,
  rows,
  selection,
  busy,
}: Props<Row, Sort> & { rows: readonly Row[] }) {
  return (
    <tbody role="rowgroup">
      {rows.map((row) => (
        <tr
          key={row.id}
          role="row"
          className={`${selection?.selected.has(row.id) ? 'selected' : ''} ${busy?.has(row.id) ? 'busy' : ''}`}
        >
          {selection && (
            <td role="cell" className="cell-select">
              <SelectRow row={row} selection={selection} />
            </td>
          )}
          {columns.map(({ key, header, cell, numeric, bare }) => (
            <td
              key={key}
              role="cell"
              className={`cell-${key} ${numeric ? 'numeric' : ''}`}
              {...(!bare && { 'data-label': header })}
            >
              {cell(row)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

function SelectRow<Row extends { id: string }>({ row, selection }: { row: Row; selection: TableSelection<Row> }) {
  const { selected, nameOf, onChange } = selection;
  const isChosen = selected.has(row.id);
  return (
    <input
      type="checkbox"
      className="row-check"
      aria-label={`Select ${nameOf(row)}`}
      checked={isChosen}
      onChange={() => onChange(withSelected(selected, [row.id], !isChosen))}
    />
  );
}

const skeletonRows = Array.from({ length: 8 }, (_each, index) => index);

type SkeletonColumn = Pick<TableColumn<never>, 'key' | 'numeric'>;

/** As large as the rows: no layout shift. */
function Skeletons({ columns, selectable }: { columns: readonly SkeletonColumn[]; selectable: boolean }) {
  return (
    <tbody role="rowgroup" aria-hidden="true" className="skeletons">
      {skeletonRows.map((index) => (
        <tr key={index} role="row">
          {selectable && <td role="cell" className="cell-select" />}
          {columns.map(({ key, numeric }) => (
            <td key={key} role="cell" className={`cell-${key} ${numeric ? 'numeric' : ''}`}>
              <div className="bone" />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
