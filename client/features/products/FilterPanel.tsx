import Stack from '@mui/material/Stack';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { constants } from '../../lib/constants';
import { Control } from '../../ui/Control';
import { Icon } from '../../ui/Icon';
import { Toggle } from '../../ui/Toggle';
import { useSearchInput } from '../../ui/useSearchInput';
import { PriceFilter } from './PriceFilter';
import type { ProductFilters } from './productFilters';
import type { ChangeFilters } from './useUrlFilters';

const categories = [constants.allCategories, ...constants.categories];

const Part = styled('div')(({ theme: { vars, spacing } }) => ({
  minWidth: 0,
  padding: 0,
  border: 0,
  '& + &': { paddingTop: spacing(3), borderTop: `1px solid ${vars.palette.divider}` },
}));

/** The label is the click target: the radio button itself is not drawn. */
const Option = styled('label')(({ theme: { vars, typography, focusVisible, spacing } }) => ({
  ...typography.body2,
  position: 'relative',
  display: 'flex',
  justifyContent: 'space-between',
  alignItems: 'center',
  clear: 'both',
  padding: `${spacing(0.875)} 0`,
  cursor: 'pointer',
  '&:hover': { textDecoration: 'underline', textUnderlineOffset: '4px' },
  '& > input': { position: 'absolute', inset: 0, margin: 0, opacity: 0, cursor: 'pointer' },
  '&:has(> :checked)': {
    color: vars.palette.primary.main,
    fontWeight: typography.h5.fontWeight,
    '@media (forced-colors: active)': { textDecoration: 'underline', textUnderlineOffset: '4px' },
  },
  '&:has(> :focus-visible)': { borderRadius: 4, ...focusVisible },
}));

interface Props {
  filters: ProductFilters;
  onChange: ChangeFilters;
}

export function FilterPanel({ filters, onChange }: Props) {
  const id = useId();
  return (
    <Stack sx={{ gap: 3.25 }}>
      <SearchFilter search={filters.search} onChange={(search) => onChange({ search })} />
      <Part as="fieldset">
        {/* A floated legend is laid out as any other text. */}
        <Typography variant="label" component="legend" sx={{ float: 'left', width: 1, mb: 0.75, p: 0 }}>
          Category
        </Typography>
        {categories.map((category) => (
          <Option key={category}>
            <input
              type="radio"
              name={id}
              checked={category === filters.category}
              onChange={() => onChange({ category })}
            />
            {category}
          </Option>
        ))}
      </Part>
      <Part>
        <Option>
          In stock only
          <span>
            <Toggle
              type="checkbox"
              role="switch"
              checked={filters.inStockOnly}
              onChange={({ target }) => onChange({ inStockOnly: target.checked })}
            />
          </span>
        </Option>
      </Part>
      <Part>
        <PriceFilter
          maximum={filters.priceRange[1]}
          onChange={(maximum, isContinued) => onChange({ priceRange: [constants.priceRange[0], maximum] }, isContinued)}
        />
      </Part>
    </Stack>
  );
}

function SearchFilter({ search, onChange }: { search: string; onChange: (search: string) => void }) {
  const id = useId();
  const input = useSearchInput(search, onChange);
  return (
    <Part>
      <Typography variant="label" component="label" htmlFor={id} sx={{ display: 'block', mb: 0.75 }}>
        Search
      </Typography>
      <Control
        id={id}
        type="search"
        fullWidth
        startAdornment={<Icon name="search" />}
        placeholder="Name contains…"
        slotProps={{ input: { ...input, dir: 'auto' } }}
      />
    </Part>
  );
}
