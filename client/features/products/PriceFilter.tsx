import { type CSSProperties, useId, useRef } from 'react';
import { constants } from '../../lib/constants';
import { useHydrated } from '../../ui/useHydrated';
import { useTyped } from '../../ui/useTyped';

const [lowest, highest] = constants.priceRange;

interface Props {
  /** Infinity: any price. */
  maximum: number;
  /** `goesOn`: the same drag, or the next key on it. */
  onChange: (maximum: number, goesOn: boolean) => void;
}

/** Sets the upper bound only (section 5). The browser's own control: it is there with the first paint and needs no script. */
export function PriceFilter({ maximum, onChange }: Props) {
  const id = useId();
  // What the present drag, or the keys since the slider has the focus, have set last.
  const reported = useRef<number>(undefined);
  const begin = () => {
    reported.current = undefined;
  };
  const [chosen, choose, settle] = useTyped(Math.min(maximum, highest), (next) => {
    onChange(next, reported.current === maximum);
    reported.current = next;
  });
  // The policy lets no style attribute into the HTML.
  const hydrated = useHydrated();
  const part = { '--part': `${(100 * (chosen - lowest)) / (highest - lowest)}%` } as CSSProperties;
  const open = maximum > highest && chosen === highest;
  const words = open ? 'Any price' : `$${lowest} – $${chosen}`;
  return (
    <div>
      <div className="opt">
        <label className="field-label" htmlFor={id}>
          Price
        </label>
        <output className="small tabular" htmlFor={id}>
          {words}
        </output>
      </div>
      <input
        id={id}
        className="slider"
        type="range"
        min={lowest}
        max={highest}
        step={constants.priceStep}
        value={chosen}
        aria-valuetext={open ? 'any price' : `up to $${chosen}`}
        style={hydrated ? part : undefined}
        onChange={({ target }) => choose(Number(target.value))}
        onPointerDown={begin}
        onPointerUp={settle}
        onBlur={begin}
      />
    </div>
  );
}
