import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Table from '@mui/material/Table';
import Typography from '@mui/material/Typography';
import type { ReactNode, Ref } from 'react';
import { rem } from '../theme/typography';
import { CardTools } from './CardTools';
import { LoadFailure } from './LoadFailure';
import { Pager } from './Pager';
import type { TableColumn, TableSelection, TableSort, TableStyles } from './tableColumns';
import { TableHead } from './TableHead';
import { TableRows, TableSkeletons } from './TableRows';
import { areas, box, cards, columnsOnly, loading, refreshed } from './tableStyles';
import type { TableList } from './useTableList';
import { useLacksRoom } from './useLacksRoom';

interface Props<Row extends { id: string }, Sort extends string> {
  label: string;
  columns: readonly TableColumn<Row>[];
  styles: TableStyles;
  list: TableList<Row>;
  loadingWords: string;
  /** Shown instead of the table when there are no rows. */
  empty: ReactNode;
  failure?: string | undefined;
  sort?: TableSort<Sort>;
  selection?: TableSelection<Row>;
  /** Ids of rows with an action in progress. */
  busy?: ReadonlySet<string>;
  /** The id of the row that an element beside the table belongs to. */
  marked?: string | undefined;
  /** More columns than fit on a tablet: rows are cards there too. */
  wide?: boolean;
  /** Gets the focus when the focused row is gone. */
  ref?: Ref<HTMLElement>;
}

/**
 * A list in all its states, and its pages. Roles are explicit because browsers drop the implicit ones of a table when CSS changes its
 * display.
 */
export function DataTable<Row extends { id: string }, Sort extends string = never>(props: Props<Row, Sort>) {
  const { label, columns, styles, list, failure, sort, selection, wide = false, ref } = props;
  const { rows, refreshing } = list;
  const asCards = useLacksRoom(wide);
  const isEmpty = rows?.length === 0;
  const shown = failure === undefined && !isEmpty;
  const layout = asCards ? [cards, areas(columns), styles.cards] : [columnsOnly, styles.columns ?? false];
  return (
    <>
      <Stack
        component="section"
        ref={ref}
        tabIndex={-1}
        aria-label={label}
        sx={{ gap: 1.5, width: 1, scrollMarginTop: rem(96), '&:focus': { outline: 'none' } }}
      >
        {failure !== undefined && <LoadFailure sentence={failure} onRetry={list.reload} />}
        {shown && asCards && <CardTools rows={rows ?? []} sort={sort} selection={selection} />}
        <Box sx={shown ? box : undefined}>
          {shown && (
            <Table
              role="table"
              stickyHeader={!asCards}
              aria-label={label}
              aria-busy={rows === undefined || refreshing}
              sx={[...layout, refreshing && refreshed]}
            >
              <TableHead columns={columns} rows={rows} sort={sort} selection={selection} asCards={asCards} />
              {rows ? (
                <TableRows
                  columns={columns}
                  rows={rows}
                  selection={selection}
                  busy={props.busy}
                  marked={props.marked}
                />
              ) : (
                <TableSkeletons columns={columns} selectable={selection !== undefined} />
              )}
            </Table>
          )}
          <div role="status">
            {rows === undefined && failure === undefined && (
              <Typography variant="inherit" color="textSecondary" sx={[loading, asCards && { top: 12 }]}>
                {props.loadingWords}
              </Typography>
            )}
            {isEmpty && failure === undefined && props.empty}
          </div>
        </Box>
      </Stack>
      {rows && rows.length > 0 && <Pager {...list} />}
    </>
  );
}
