import { type ReactNode, useRef } from 'react';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { DataTable } from '../../ui/DataTable';
import { EmptyState } from '../../ui/EmptyState';
import { Pager } from '../../ui/Pager';
import { ItemActions } from './ItemActions';
import { itemColumns, sortChoices } from './itemColumns';
import type { ItemListState } from './itemListAddress';
import { ItemTools } from './ItemTools';
import { UndoBar } from './UndoBar';
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

const isFiltered = ({ search, date }: ItemListState) => search !== '' || date !== '';

/** A person's products and store entries, or for an admin everybody's: one table, in which only columns differ. */
export function ItemList({ of, viewer, links }: Props) {
  const address = useItemListAddress();
  const { state, change } = address;
  const list = useItemPages(of === 'own' ? viewer : null, address);
  const deletion = useItemDeletion(viewer, list.reload);
  const table = useRef<HTMLElement>(null);
  const columns = itemColumns(of, {
    actions: (item) => <ItemActions item={item} busy={deletion.busy.has(item.id)} onDelete={deletion.ask} />,
  });
  return (
    <>
      <ItemTools
        state={state}
        onChange={change}
        searchLabel={of === 'admin' ? 'Search name or e-mail' : 'Search name'}
        children={links}
      />
      <UndoBar
        offers={deletion.offers}
        focused={deletion.lastDeletion}
        onUndo={(key) => void deletion.undo(key, () => table.current?.focus({ preventScroll: true }))}
      />
      <DataTable
        ref={table}
        label="Products"
        className={`item-table ${of}`}
        wide
        columns={columns}
        rows={list.rows}
        loadingWords="Loading products..."
        empty={<EmptyState title="No products found">{isFiltered(state) && <Hint {...state} />}</EmptyState>}
        failure={list.failure}
        onRetry={list.reload}
        sort={{ value: state.sort, choices: sortChoices, onChange: (sort) => change({ sort }) }}
        refreshing={list.refreshing}
        busy={deletion.busy}
      />
      {list.rows && list.rows.length > 0 && <Pager {...list} busy={list.refreshing} />}
      {deletion.asked && (
        <ConfirmDialog
          question="Are you sure you want to delete this product?"
          detail={`"${deletion.asked.name}" goes at once. For a minute it can be brought back.`}
          confirm="Delete"
          onConfirm={() => deletion.asked && void deletion.confirm(deletion.asked)}
          onClose={() => deletion.ask(undefined)}
        />
      )}
    </>
  );
}

function Hint({ search, date }: ItemListState) {
  const words = [search !== '' && `contains "${search}"`, date !== '' && 'was added on this day'].filter(Boolean);
  return <p className="muted">Nothing {words.join(' and ')}.</p>;
}
