import { useId } from 'react';
import type { ProductSort } from '../../__generated__/operations';
import { sortLabels } from './productFilters';

export function SortSelect({ sort, onChange }: { sort: ProductSort; onChange: (sort: ProductSort) => void }) {
  const id = useId();
  return (
    <span className="sort">
      <label className="muted small" htmlFor={id}>
        Sort by
      </label>
      <select
        id={id}
        className="select-control"
        value={sort}
        onChange={({ target }) => onChange(sortLabels.find(([value]) => value === target.value)?.[0] ?? 'NEWEST')}
      >
        {sortLabels.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </span>
  );
}
