import { nextSort, type TableColumn, type TableSelection, type TableSort, withSelected } from './tableColumns';

interface Props<Row extends { id: string }, Sort extends string> {
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[] | undefined;
  sort: TableSort<Sort> | undefined;
  selection: TableSelection<Row> | undefined;
  asCards: boolean;
}

interface SortHeadingProps<Sort extends string> {
  header: string;
  column: string;
  sort: TableSort<Sort>;
}

function SortHeading<Sort extends string>({ header, column, sort }: SortHeadingProps<Sort>) {
  const next = nextSort(sort, column);
  return (
    <button type="button" className="sort-heading" onClick={() => next && sort.onChange(next)}>
      {header}
      <span aria-hidden="true" className="sort-mark" />
    </button>
  );
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
    <thead role="rowgroup">
      <tr role="row">
        {selection && (
          <th role="columnheader" scope="col" className="cell-select">
            {asCards ? 'Select' : <SelectAll rows={rows ?? []} selection={selection} />}
          </th>
        )}
        {columns.map(({ key, header, numeric }) => (
          <th
            key={key}
            role="columnheader"
            scope="col"
            className={`cell-${key} ${numeric ? 'numeric' : ''}`}
            {...(sorted?.column === key && { 'aria-sort': sorted.direction })}
          >
            {!asCards && sort?.choices.some(({ column }) => column === key) ? (
              <SortHeading header={header} column={key} sort={sort} />
            ) : (
              header
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface SelectAllProps<Row> {
  rows: readonly Row[];
  selection: TableSelection<Row>;
}

/** Of this page; indeterminate when only some rows are selected. */
export function SelectAll<Row extends { id: string }>({ rows, selection }: SelectAllProps<Row>) {
  const { selected, onChange } = selection;
  const chosen = rows.filter(({ id }) => selected.has(id)).length;
  const isAll = rows.length > 0 && chosen === rows.length;
  return (
    <input
      type="checkbox"
      className="row-check"
      aria-label="Select all rows of this page"
      disabled={rows.length === 0}
      checked={isAll}
      ref={(box) => {
        if (box) box.indeterminate = chosen > 0 && !isAll;
      }}
      onChange={() =>
        onChange(
          withSelected(
            selected,
            rows.map(({ id }) => id),
            !isAll,
          ),
        )
      }
    />
  );
}
