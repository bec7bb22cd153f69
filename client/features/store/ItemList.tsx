import Typography from '@mui/material/Typography';
import { type ReactNode, useRef } from 'react';
import { constants } from '../../lib/constants';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { DataTable } from '../../ui/DataTable';
import { EmptyState } from '../../ui/EmptyState';
import { useListParams } from '../../ui/useListParams';
import { failedOf } from './bulk';
import { BulkActions, bulkNote } from './BulkActions';
import { CartEntryHint } from './CartEntryHint';
import { ItemActions } from './ItemActions';
import { itemColumns, sortChoices } from './itemColumns';
import { type ItemFilters, readFilters, writeFilters } from './itemListParams';
import { itemTableStyles } from './itemTableStyles';
import { ItemToolbar } from './ItemToolbar';
import { UndoBar } from './UndoBar';
import { useBulk } from './useBulk';
import { useItemDeletion } from './useItemDeletion';
import { useItemPages } from './useItemPages';
import { useItemSelection } from './useItemSelection';

interface Props {
  of: 'own' | 'admin';
  /** The viewer's e-mail. */
  viewer: string;
  links: ReactNode;
}

function useItemList(of: Props['of'], viewer: string) {
  const { filters, change, ...listParams } = useListParams({ read: readFilters, write: writeFilters, typed: 'search' });
  const list = useItemPages(of === 'own' ? viewer : null, filters, listParams);
  const { selection, chosen, clear, select, drop } = useItemSelection(list.rows);
  const deletion = useItemDeletion(viewer, { onDeleted: ({ id }) => drop(id), onMissing: list.reload });
  const bulk = useBulk((result) => {
    const failed = failedOf(result);
    const gone = result.outcomes.filter(({ error }) => error === null);
    select(failed);
    if (result.action === 'DELETE' && gone.length > 0) deletion.offer(gone);
    if (failed.length > 0) list.reload();
  });
  return {
    ...{ filters, list, selection, chosen, clear, deletion, bulk },
    change: (next: Partial<ItemFilters>) => {
      // Rows outside the filter must not stay selected.
      if (Object.keys(next).some((filter) => filter !== 'sort')) clear();
      change(next);
    },
    busy: bulk.run ? new Set([...deletion.busy, ...selection.selected]) : deletion.busy,
  };
}

/** The products and store entries of one user, or for an admin of all; only the columns differ. */
export function ItemList({ of, viewer, links }: Props) {
  const { filters, change, list, selection, chosen, clear, deletion, bulk, busy } = useItemList(of, viewer);
  const table = useRef<HTMLElement>(null);
  const focusRows = () => table.current?.focus({ preventScroll: true });
  const columns = itemColumns(of, {
    note: ({ id }) => bulkNote(bulk.result, id),
    actions: (item) => <ItemActions item={item} busy={busy.has(item.id)} onDelete={deletion.ask} />,
  });
  return (
    <>
      <ItemToolbar filters={filters} onChange={change} of={of} children={links} />
      <UndoBar
        offers={deletion.offers}
        focused={deletion.lastDeletion}
        onUndo={(key) => {
          // The report of the deletion is outdated.
          if (bulk.result?.action === 'DELETE') bulk.dismiss();
          void deletion.undo(key, focusRows);
        }}
      />
      {of === 'admin' && <BulkActions chosen={chosen} bulk={bulk} onClear={clear} onFocusLost={focusRows} />}
      <DataTable
        ref={table}
        label="Products"
        styles={itemTableStyles[of]}
        wide
        columns={columns}
        list={list}
        loadingWords="Loading products..."
        empty={<EmptyState title="No products found">{hint(filters)}</EmptyState>}
        failure={list.failure}
        sort={{ value: filters.sort, choices: sortChoices, onChange: (sort) => change({ sort }) }}
        {...(of === 'admin' && { selection })}
        busy={busy}
      />
      {list.rows && <CartEntryHint rows={list.rows} of={of} />}
      {deletion.asked && (
        <ConfirmDialog
          question="Are you sure you want to delete this product?"
          detail={`"${deletion.asked.name}" goes at once. For ${constants.retention.deletedItemMinutes} minutes it can be brought back.`}
          confirm="Delete"
          onConfirm={() => deletion.asked && void deletion.confirm(deletion.asked)}
          onClose={() => deletion.ask(undefined)}
        />
      )}
    </>
  );
}

function hint({ search, date, kind, stock, status }: ItemFilters): ReactNode {
  const words = [
    search !== '' && `contains "${search}"`,
    date !== '' && 'was added on this day',
    kind !== '' && (kind === 'PRODUCT' ? 'is a product' : 'is in a cart'),
    stock !== '' && (stock === 'in' ? 'is in stock' : 'is out of stock'),
    status !== '' && `is ${status.toLowerCase()}`,
  ].filter(Boolean);
  return words.length > 0 && <Typography color="textSecondary">Nothing {words.join(' and ')}.</Typography>;
}
