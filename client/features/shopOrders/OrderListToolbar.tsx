import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { rem } from '../../theme/typography';
import { FilterSheetButton } from '../../ui/FilterSheetButton';
import { SearchField } from '../../ui/SearchField';
import { TableToolbar } from '../../ui/TableToolbar';
import { useMediaQuery } from '../../ui/useMediaQuery';
import { OrderFilterFields } from './OrderFilterFields';
import { countFilters, isFiltered, type OrderListFilters } from './orderListFilters';

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
    <SearchField label="Number, e-mail, name" value={filters.search} onChange={(next) => onChange({ search: next })} />
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
      <FilterSheetButton label="Filters" active={countFilters(filters)} result={result}>
        <Stack sx={{ gap: 1.75, '& > div > label': { minWidth: rem(84) } }}>{fields}</Stack>
        {reset && <Box>{reset}</Box>}
      </FilterSheetButton>
    </Stack>
  );
}
