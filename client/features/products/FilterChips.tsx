import Button from '@mui/material/Button';
import { constants } from '../../lib/constants';
import { Icon } from '../../ui/Icon';
import { countActiveFilters, noFilters, type ProductFilters } from './productFilters';

interface Props {
  filters: ProductFilters;
  onChange: (change: Partial<ProductFilters>) => void;
}

export function FilterChips({ filters, onChange }: Props) {
  if (countActiveFilters(filters) === 0) return null;
  const { search, category, inStockOnly, priceRange } = filters;
  const [, highest] = priceRange;
  return (
    <div className="chips" role="group" aria-label="Active filters">
      {search !== '' && <Chip label={`"${search}"`} clears="search" onClear={() => onChange({ search: '' })} />}
      {category !== constants.allCategories && (
        <Chip label={category} clears="category" onClear={() => onChange({ category: constants.allCategories })} />
      )}
      {inStockOnly && <Chip label="In stock" clears="in stock" onClear={() => onChange({ inStockOnly: false })} />}
      {highest !== constants.priceRange[1] && (
        <Chip
          label={Number.isFinite(highest) ? `Up to $${highest}` : 'No price limit'}
          clears="price"
          onClear={() => onChange({ priceRange: constants.priceRange })}
        />
      )}
      <Button variant="text" size="small" onClick={() => onChange(noFilters)}>
        Clear All
      </Button>
    </div>
  );
}

/** The whole chip is the button, because a cross alone is too small a target. */
function Chip({ label, clears, onClear }: { label: string; clears: string; onClear: () => void }) {
  return (
    <button type="button" className="chip" aria-label={`${label}, clear ${clears} filter`} onClick={onClear}>
      <bdi>{label}</bdi>
      <Icon name="close" />
    </button>
  );
}
