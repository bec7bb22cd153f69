import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';
import { rem } from '../../theme/typography';
import { SearchField } from '../../ui/SearchField';
import { SelectField } from '../../ui/SelectField';
import { TableToolbar } from '../../ui/TableToolbar';
import { DateFilter } from './DateFilter';
import type { ItemFilters } from './itemListParams';

interface Props {
  filters: ItemFilters;
  onChange: (change: Partial<ItemFilters>) => void;
  of: 'own' | 'admin';
  children: ReactNode;
}

const kinds = [
  ['', 'All'],
  ['PRODUCT', 'Products'],
  ['STORE_ENTRY', 'In carts'],
] as const;
const stocks = [
  ['', 'All'],
  ['in', 'In Stock'],
  ['out', 'Out of Stock'],
] as const;
const statuses = [
  ['', 'All'],
  ['ACTIVE', 'Active'],
  ['INACTIVE', 'Inactive'],
] as const;

const links = { flexWrap: 'wrap', gap: 1.25, ml: 'auto', '& > a': { flexGrow: { xs: 1, sm: 0 }, minHeight: rem(44) } };

export function ItemToolbar({ filters, onChange, of, children }: Props) {
  const { search, date, kind, stock, status } = filters;
  return (
    <TableToolbar>
      <SearchField
        label={of === 'admin' ? 'Search name or e-mail' : 'Search name'}
        value={search}
        onChange={(next) => onChange({ search: next })}
      />
      <DateFilter date={date} onChange={(next) => onChange({ date: next })} />
      {of === 'admin' && (
        <>
          <SelectField label="Kind" value={kind} choices={kinds} onChange={(next) => onChange({ kind: next })} />
          <SelectField label="Stock" value={stock} choices={stocks} onChange={(next) => onChange({ stock: next })} />
          <SelectField
            label="Status"
            value={status}
            choices={statuses}
            onChange={(next) => onChange({ status: next })}
          />
        </>
      )}
      <Stack direction="row" sx={links}>
        {children}
      </Stack>
    </TableToolbar>
  );
}
