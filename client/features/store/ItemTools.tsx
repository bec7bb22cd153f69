import type { ReactNode } from 'react';
import { SearchField } from '../../ui/SearchField';
import { DateFilter } from './DateFilter';
import type { ItemListState } from './itemListAddress';

interface Props {
  state: ItemListState;
  onChange: (change: Partial<ItemListState>) => void;
  searchLabel: string;
  /** What leads to other screens. */
  children: ReactNode;
}

export function ItemTools({ state, onChange, searchLabel, children }: Props) {
  return (
    <div className="table-tools item-tools">
      <SearchField label={searchLabel} value={state.search} onChange={(search) => onChange({ search })} />
      <DateFilter date={state.date} onChange={(date) => onChange({ date })} />
      <div className="item-links">{children}</div>
    </div>
  );
}
