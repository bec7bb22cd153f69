import FormControlLabel from '@mui/material/FormControlLabel';
import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import Slider from '@mui/material/Slider';
import Switch from '@mui/material/Switch';
import { useEffect, useId, useRef, useState } from 'react';
import { constants } from '../../lib/constants';
import { Icon } from '../../ui/Icon';
import { useFollowing } from '../../ui/useFollowing';
import type { ProductFilters } from './productFilters';

const [lowest, highest] = constants.priceRange;
const categories = [constants.allCategories, ...constants.categories];
const typingPause = 300;

interface Props {
  filters: ProductFilters;
  onChange: (change: Partial<ProductFilters>) => void;
}

/** Typing is passed on after a pause; a filter that changes elsewhere (a chip, Back) shows at once. */
function useTyped(search: string, onSettled: (search: string) => void) {
  const [text, setText] = useFollowing(search);
  const timer = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), [search]);
  const type = (next: string) => {
    setText(next);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => onSettled(next), typingPause);
  };
  return [text, type] as const;
}

function PriceFilter({ filters, onChange }: Props) {
  const id = useId();
  const chosen = Math.min(filters.priceRange[1], highest);
  const [dragged, setDragged] = useState<number>();
  const shown = dragged ?? chosen;
  const open = dragged === undefined && !Number.isFinite(filters.priceRange[1]);
  return (
    <div>
      <div className="opt">
        <span id={id} className="field-label">
          Price
        </span>
        <span className="small tabular">{open ? 'Any price' : `$${lowest} – $${shown}`}</span>
      </div>
      <Slider
        aria-labelledby={id}
        min={lowest}
        max={highest}
        step={constants.priceStep}
        value={shown}
        getAriaValueText={(value) => `up to $${value}`}
        onChange={(_event, value) => setDragged(value as number)}
        onChangeCommitted={(_event, value) => {
          setDragged(undefined);
          onChange({ priceRange: [lowest, value as number] });
        }}
      />
    </div>
  );
}

export function FilterPanel({ filters, onChange }: Props) {
  const id = useId();
  const [text, type] = useTyped(filters.search, (search) => onChange({ search }));
  return (
    <div className="panel">
      <div>
        <label className="field-label" htmlFor={`${id}search`}>
          Search
        </label>
        <OutlinedInput
          id={`${id}search`}
          type="search"
          fullWidth
          size="small"
          placeholder="Name contains…"
          value={text}
          inputProps={{ maxLength: 200 }}
          onChange={(event) => type(event.target.value)}
          startAdornment={
            <InputAdornment position="start">
              <Icon name="search" />
            </InputAdornment>
          }
        />
      </div>
      <fieldset className="options">
        <legend className="field-label">Category</legend>
        {categories.map((category) => (
          <label key={category} className={`opt ${category === filters.category ? 'on' : ''}`}>
            <input
              type="radio"
              name={`${id}category`}
              checked={category === filters.category}
              onChange={() => onChange({ category })}
            />
            {category}
          </label>
        ))}
      </fieldset>
      <FormControlLabel
        className="stock-switch"
        labelPlacement="start"
        label="In stock only"
        control={<Switch checked={filters.inStockOnly} onChange={(_event, inStockOnly) => onChange({ inStockOnly })} />}
      />
      <PriceFilter filters={filters} onChange={onChange} />
    </div>
  );
}
