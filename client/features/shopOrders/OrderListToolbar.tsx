import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { type ReactNode, useState } from 'react';
import { lazyModule } from '../../lib/lazyModule';
import { rem } from '../../theme/typography';
import { Count } from '../../ui/Count';
import { Icon } from '../../ui/Icon';
import { lazyComponent } from '../../ui/lazyComponent';
import { SearchField } from '../../ui/SearchField';
import { TableToolbar } from '../../ui/TableToolbar';
import { useMediaQuery } from '../../ui/useMediaQuery';
import { VisuallyHidden } from '../../ui/VisuallyHidden';
import { OrderFilterFields } from './OrderFilterFields';
import { countFilters, isFiltered, type OrderListFilters } from './orderListFilters';

const sheet = lazyModule(() => import('../../ui/BottomSheet'));
const FilterSheet = lazyComponent(sheet, 'BottomSheet', {
  title: 'The filters',
  overlay: ({ onClose }) => ({ isOpen: true, close: onClose }),
});

interface Props {
  filters: OrderListFilters;
  onChange: (change: Partial<OrderListFilters>) => void;
  onReset: () => void;
  /** '57 orders', of the filtered list. */
  result: string;
}

/** The search, with the filters beside it or, on narrow screens, in a sheet. */
export function OrderListToolbar({ filters, onChange, onReset, result }: Props) {
  const isNarrow = useMediaQuery(({ breakpoints }) => breakpoints.down('md'));
  const search = (
    <SearchField
      label="Number, e-mail or name"
      value={filters.search}
      onChange={(next) => onChange({ search: next })}
    />
  );
  const fields = <OrderFilterFields filters={filters} onChange={onChange} />;
  const reset = isFiltered(filters) && (
    <Button variant="quiet" onClick={onReset}>
      Reset
    </Button>
  );
  if (!isNarrow) {
    return (
      <TableToolbar>
        {search}
        {fields}
        {reset}
      </TableToolbar>
    );
  }
  return (
    <Stack direction="row" sx={{ gap: 1.5, width: 1 }}>
      {search}
      <FilterButton active={countFilters(filters)} result={result}>
        <Stack sx={{ gap: 1.75, '& > div > label': { minWidth: rem(84) } }}>{fields}</Stack>
        {reset && <Box>{reset}</Box>}
      </FilterButton>
    </Stack>
  );
}

interface FilterButtonProps {
  active: number;
  result: string;
  children: ReactNode;
}

function FilterButton({ active, result, children }: FilterButtonProps) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        variant="ink"
        sx={{ flex: 'none' }}
        startIcon={<Icon name="filter" />}
        aria-haspopup="dialog"
        onPointerEnter={sheet.prefetch}
        onFocus={sheet.prefetch}
        onClick={() => setOpen(true)}
      >
        Filters
        {active > 0 && (
          <Count sx={{ ml: 1.25 }}>
            {active}
            <VisuallyHidden> active</VisuallyHidden>
          </Count>
        )}
      </Button>
      {open && (
        <FilterSheet
          title="Filters"
          onClose={close}
          foot={
            <Button size="large" fullWidth onClick={close}>
              Show {result}
            </Button>
          }
        >
          {children}
        </FilterSheet>
      )}
    </>
  );
}
