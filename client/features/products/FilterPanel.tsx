import { useId } from 'react';
import { constants } from '../../lib/constants';
import { Icon } from '../../ui/Icon';
import { useSearchInput } from '../../ui/useSearchInput';
import { PriceFilter } from './PriceFilter';
import type { ProductFilters } from './productFilters';
import type { ChangeFilters } from './useUrlFilters';

const categories = [constants.allCategories, ...constants.categories];

interface Props {
  filters: ProductFilters;
  onChange: ChangeFilters;
}

function SearchFilter({ search, onChange }: { search: string; onChange: (search: string) => void }) {
  const id = useId();
  const input = useSearchInput(search, onChange);
  return (
    <div>
      <label className="field-label" htmlFor={id}>
        Search
      </label>
      <div className="text-control">
        <Icon name="search" />
        <input id={id} type="search" dir="auto" placeholder="Name contains…" {...input} />
      </div>
    </div>
  );
}

export function FilterPanel({ filters, onChange }: Props) {
  const id = useId();
  return (
    <div className="panel">
      <SearchFilter search={filters.search} onChange={(search) => onChange({ search })} />
      <fieldset className="options">
        <legend className="field-label">Category</legend>
        {categories.map((category) => (
          <label key={category} className={`opt ${category === filters.category ? 'on' : ''}`}>
            <input
              type="radio"
              name={id}
              checked={category === filters.category}
              onChange={() => onChange({ category })}
            />
            {category}
          </label>
        ))}
      </fieldset>
      <div>
        <label className="opt switch">
          In stock only
          <input
            type="checkbox"
            role="switch"
            checked={filters.inStockOnly}
            onChange={({ target }) => onChange({ inStockOnly: target.checked })}
          />
          <span className="switch-track" />
        </label>
      </div>
      <PriceFilter
        maximum={filters.priceRange[1]}
        onChange={(maximum, isContinued) => onChange({ priceRange: [constants.priceRange[0], maximum] }, isContinued)}
      />
    </div>
  );
}
