import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { constants } from '../../lib/constants';
import { formatRoundCents } from '../../lib/formatRoundCents';
import { toCents } from '../../lib/money';
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
    <Stack
      direction="row"
      role="group"
      aria-label="Active filters"
      sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 3 }}
    >
      {search !== '' && <FilterChip label={`"${search}"`} clears="search" onClear={() => onChange({ search: '' })} />}
      {category !== constants.allCategories && (
        <FilterChip
          label={category}
          clears="category"
          onClear={() => onChange({ category: constants.allCategories })}
        />
      )}
      {inStockOnly && (
        <FilterChip label="In stock" clears="in stock" onClear={() => onChange({ inStockOnly: false })} />
      )}
      {highest !== constants.priceRange[1] && (
        <FilterChip
          label={Number.isFinite(highest) ? `Up to ${formatRoundCents(toCents(highest))}` : 'No price limit'}
          clears="price"
          onClear={() => onChange({ priceRange: constants.priceRange })}
        />
      )}
      <Button variant="text" size="small" onClick={() => onChange(noFilters)}>
        Clear All
      </Button>
    </Stack>
  );
}

/** The whole chip is the button, because a cross alone is too small a target. */
function FilterChip({ label, clears, onClear }: { label: string; clears: string; onClear: () => void }) {
  return (
    <Button
      variant="filter"
      aria-label={`${label}, clear ${clears} filter`}
      endIcon={<Icon name="close" size={16} />}
      onClick={onClear}
    >
      <bdi>{label}</bdi>
    </Button>
  );
}
