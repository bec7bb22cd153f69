import type { ReactNode } from 'react';
import { SearchField } from '../../ui/SearchField';
import { DateFilter } from './DateFilter';
import type { ItemFilters } from './itemListAddress';

interface Props {
  filters: ItemFilters;
  onChange: (change: Partial<ItemFilters>) => void;
  searchLabel: string;
  /** What leads to other screens. */
  children: ReactNode;
}

export function ItemTools({ filters, onChange, searchLabel, children }: Props) {
  return (
    <div className="table-tools item-tools">
      <SearchField label={searchLabel} value={filters.search} onChange={(search) => onChange({ search })} />
      <DateFilter date={filters.date} onChange={(date) => onChange({ date })} />
      <div className="item-links">{children}</div>
    </div>
  );
}
