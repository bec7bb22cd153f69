import type { ReactNode } from 'react';
import { SearchField } from '../../ui/SearchField';
import { SelectField } from '../../ui/SelectField';
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

export function ItemToolbar({ filters, onChange, of, children }: Props) {
  const { search, date, kind, stock, status } = filters;
  return (
    <div className="table-tools item-tools">
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
      <div className="item-links">{children}</div>
    </div>
  );
}
