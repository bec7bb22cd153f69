import Button from '@mui/material/Button';
import { useEffect, useRef, useState } from 'react';
import { DataTable } from '../../ui/DataTable';
import { EmptyState } from '../../ui/EmptyState';
import { confirmLeaving } from '../../ui/leaveGuard';
import { SearchField } from '../../ui/SearchField';
import { Segments } from '../../ui/Segments';
import { TableToolbar } from '../../ui/TableToolbar';
import { useListParams } from '../../ui/useListParams';
import { AdjustPanel } from './AdjustPanel';
import { stockColumns, stockTableStyles } from './stockColumns';
import { readFilters, writeFilters } from './stockFilters';
import { type StockRow, useStateChoices, useStockLevels } from './useStockLevels';

/** Products and their stock: an admin's of the whole shop, other users' own. */
export function StockTable() {
  const { filters, change, ...listParams } = useListParams({ read: readFilters, write: writeFilters, typed: 'search' });
  const { error, ...list } = useStockLevels(filters, listParams);
  const choices = useStateChoices();
  const area = useRef<HTMLElement>(null);
  const [open, setOpen] = useState<StockRow>();
  /** Focuses the panel's row, or the table if the filter hides that row. */
  function focusRow(id: string) {
    const button = area.current?.querySelector<HTMLElement>(`[data-adjusts="${CSS.escape(id)}"]`);
    (button ?? area.current)?.focus();
  }
  const closed = useRef<string>(undefined);
  // After a question about unsaved input has given the focus back to the button that is gone.
  useEffect(() => {
    if (open || closed.current === undefined) return;
    focusRow(closed.current);
    closed.current = undefined;
  }, [open]);
  function adjust(row: StockRow) {
    if (row.id !== open?.id) confirmLeaving(() => setOpen(row));
  }
  return (
    <>
      <TableToolbar>
        <SearchField label="Search name" value={filters.search} onChange={(search) => change({ search })} />
        <Segments label="State" value={filters.state} choices={choices} onChange={(state) => change({ state })} />
      </TableToolbar>
      <DataTable
        ref={area}
        label="Stock"
        styles={stockTableStyles}
        columns={stockColumns(adjust)}
        list={list}
        loadingWords="Loading..."
        wide
        empty={
          <EmptyState title="No products found">
            {writeFilters(filters).size > 0 && (
              <Button variant="ink" onClick={() => change({ search: '', state: '' })}>
                Clear All
              </Button>
            )}
          </EmptyState>
        }
        failure={error ? 'Failed to load the stock' : undefined}
        marked={open?.id}
      />
      {open && (
        <AdjustPanel
          key={open.id}
          row={open}
          onSaved={() => focusRow(open.id)}
          onClose={() =>
            confirmLeaving(() => {
              closed.current = open.id;
              setOpen(undefined);
            })
          }
        />
      )}
    </>
  );
}
