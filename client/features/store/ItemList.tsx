import { type ReactNode, useRef } from 'react';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { DataTable } from '../../ui/DataTable';
import { EmptyState } from '../../ui/EmptyState';
import { Pager } from '../../ui/Pager';
import { ItemActions } from './ItemActions';
import { itemColumns } from './itemColumns';
import { ItemTools } from './ItemTools';
import { useItemDeletion } from './useItemDeletion';
import { useItemListAddress } from './useItemListAddress';
import { useItemPages } from './useItemPages';
import './itemList.css';

interface Props {
  of: 'own' | 'admin';
  /** Who looks. */
  viewer: string;
  /** What leads to other screens. */
  links: ReactNode;
}

/** A person's products and store entries, or for an admin everybody's: one table, in which only columns differ. */
export function ItemList({ of, viewer, links }: Props) {
  const address = useItemListAddress();
  const { state, change } = address;
  const list = useItemPages(of === 'own' ? viewer : null, address);
  const table = useRef<HTMLElement>(null);
  const deletion = useItemDeletion(() => table.current?.focus({ preventScroll: true }), list.reload);
  const columns = itemColumns(of, {
    actions: (item) => <ItemActions item={item} busy={deletion.busy.has(item.id)} onDelete={deletion.ask} />,
  });
  return (
    <>
      <ItemTools state={state} onChange={change} children={links} />
      <DataTable
        ref={table}
        label="Products"
        className={`item-table ${of}`}
        wide
        columns={columns}
        rows={list.rows}
        loadingWords="Loading products..."
        empty={
          <EmptyState title="No products found">
            {state.date !== '' && <p className="muted">Nothing was added on this day.</p>}
          </EmptyState>
        }
        failure={list.failure}
        onRetry={list.reload}
        refreshing={list.refreshing}
        busy={deletion.busy}
      />
      {list.rows && list.rows.length > 0 && <Pager {...list} busy={list.refreshing} />}
      {deletion.asked && (
        <ConfirmDialog
          question="Are you sure you want to delete this product?"
          detail={`"${deletion.asked.name}" goes at once.`}
          confirm="Delete"
          onConfirm={() => deletion.asked && void deletion.confirm(deletion.asked)}
          onClose={() => deletion.ask(undefined)}
        />
      )}
    </>
  );
}
