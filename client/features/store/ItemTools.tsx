import type { ReactNode } from 'react';
import { DateFilter } from './DateFilter';
import type { ItemListState } from './itemListAddress';

interface Props {
  state: ItemListState;
  onChange: (change: Partial<ItemListState>) => void;
  /** What leads to other screens. */
  children: ReactNode;
}

export function ItemTools({ state, onChange, children }: Props) {
  return (
    <div className="table-tools item-tools">
      <DateFilter date={state.date} onChange={(date) => onChange({ date })} />
      <div className="item-links">{children}</div>
    </div>
  );
}
