import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { type ReactNode, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { packingSlipsPath } from '../../lib/paths';
import { serverMessage } from '../../lib/serverMessage';
import { BulkBar } from '../../ui/BulkBar';
import { BulkReport } from '../../ui/BulkReport';
import { DataTable } from '../../ui/DataTable';
import { EmptyState } from '../../ui/EmptyState';
import { useFocusFallback } from '../../ui/useFocusFallback';
import { useListParams } from '../../ui/useListParams';
import { formatOrderCount } from './formatOrderCount';
import { ExportOrders } from './ExportOrders';
import { orderListColumns, orderListStyles, sortChoices } from './orderListColumns';
import {
  filtersOf,
  isFiltered,
  type OrderListFilters,
  type OrderTab,
  readFilters,
  switchTo,
  tabOf,
  writeFilters,
} from './orderListFilters';
import { OrderListToolbar } from './OrderListToolbar';
import { OrderTabs } from './OrderTabs';
import { maxPerRequest, useMarkShipped } from './useMarkShipped';
import { type ShopOrderRow, useShopOrders } from './useShopOrders';

const noSelection: ReadonlySet<string> = new Set();
const head = { flexWrap: 'wrap', justifyContent: 'space-between', gap: 2, width: 1 } as const;

const nothingIn: Readonly<Record<OrderTab, string>> = {
  all: 'No orders yet',
  needsAttention: 'Nothing needs you',
  toShip: 'Nothing to ship',
};

/** The orders by address, and the selected ones, which may be on several pages. */
function useOrderList() {
  const { filters, change, ...listParams } = useListParams({ read: readFilters, write: writeFilters, typed: 'search' });
  const list = useShopOrders(filters, listParams);
  const [selected, setSelected] = useState(noSelection);
  const shipping = useMarkShipped((refused) => setSelected(new Set(refused)));
  return {
    ...{ filters, list, selected, setSelected, shipping },
    change(next: Partial<OrderListFilters>) {
      // Rows outside the filter must not stay selected.
      if (Object.keys(next).some((filter) => filter !== 'sort')) setSelected(noSelection);
      change(next);
    },
  };
}

/** Every order of the shop, for admins, starting with the open tasks. */
export function ShopOrderList({ title }: { title: ReactNode }) {
  const {
    filters,
    change,
    list: { error, ...list },
    selected,
    setSelected,
    shipping,
  } = useOrderList();
  const table = useRef<HTMLElement>(null);
  const focusRows = () => table.current?.focus({ preventScroll: true });
  useFocusFallback(table, shipping.answers);
  const tab = tabOf(filters);
  const reset = () => change(filtersOf(tab));
  return (
    <>
      <Stack direction="row" sx={head}>
        {title}
        <ExportOrders filters={filters} />
      </Stack>
      <OrderTabs value={tab} onChange={(next) => change(switchTo(next))} />
      <OrderListToolbar
        filters={filters}
        onChange={change}
        onReset={reset}
        result={formatOrderCount(list.total, list.totalIsExact)}
      />
      {shipping.report && (
        <BulkReport
          words={shipping.report.words}
          failed={shipping.report.refused.map(({ number, error: reason }) => ({
            id: number,
            name: number,
            error: reason,
          }))}
          onDismiss={() => {
            shipping.dismiss();
            focusRows();
          }}
        />
      )}
      {(selected.size > 0 || shipping.running !== undefined) && (
        <SelectedOrders
          selected={selected}
          running={shipping.running}
          onShip={() => void shipping.start([...selected])}
          onClear={() => {
            setSelected(noSelection);
            focusRows();
          }}
        />
      )}
      <DataTable<ShopOrderRow, OrderListFilters['sort']>
        ref={table}
        wide
        label="Shop orders"
        styles={orderListStyles}
        columns={orderListColumns}
        list={list}
        loadingWords="Loading..."
        empty={<Nothing tab={tab} isFiltered={isFiltered(filters)} onReset={reset} />}
        failure={error ? serverMessage(error, 'Failed to load the orders') : undefined}
        sort={{ value: filters.sort, choices: sortChoices, onChange: (sort) => change({ sort }) }}
        selection={{ selected, nameOf: ({ number }) => number, onChange: setSelected }}
        busy={shipping.running === undefined ? noSelection : selected}
      />
    </>
  );
}

interface SelectedOrdersProps {
  selected: ReadonlySet<string>;
  running: number | undefined;
  onShip: () => void;
  onClear: () => void;
}

function SelectedOrders({ selected, running, onShip, onClear }: SelectedOrdersProps) {
  const isTooMany = selected.size > maxPerRequest;
  return (
    <BulkBar
      label="Selected orders"
      count={selected.size}
      note={isTooMany ? `, at most ${maxPerRequest} at once` : ''}
      run={running === undefined ? undefined : { doing: 'Marking shipped', total: running }}
      onClear={onClear}
    >
      {/* Not `disabled`: the text beside it explains why it does nothing. */}
      <Button variant="soft" size="small" aria-disabled={isTooMany} onClick={() => isTooMany || onShip()}>
        Mark shipped
      </Button>
      {!isTooMany && (
        <Button variant="soft" size="small" component={Link} to={packingSlipsPath([...selected])}>
          Packing slips
        </Button>
      )}
    </BulkBar>
  );
}

function Nothing({
  tab,
  isFiltered: isNarrowed,
  onReset,
}: {
  tab: OrderTab;
  isFiltered: boolean;
  onReset: () => void;
}) {
  if (!isNarrowed) return <EmptyState title={nothingIn[tab]} />;
  return (
    <EmptyState title="No order fits these filters">
      <Button variant="ink" onClick={onReset}>
        Reset
      </Button>
    </EmptyState>
  );
}
