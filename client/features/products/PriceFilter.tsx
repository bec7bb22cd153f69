import { type CSSProperties, useId, useRef } from 'react';
import { constants } from '../../lib/constants';
import { useHydrated } from '../../ui/useHydrated';
import { useDebouncedInput } from '../../ui/useDebouncedInput';

const [lowest, highest] = constants.priceRange;

interface Props {
  /** Infinity: any price. */
  maximum: number;
  /** `isContinued`: by the same drag or by further keys on the slider. */
  onChange: (maximum: number, isContinued: boolean) => void;
}

/** Sets the upper bound only (section 5). A native input, which works before hydration. */
export function PriceFilter({ maximum, onChange }: Props) {
  const id = useId();
  // The last value of the present drag, or of the keys since the slider has the focus.
  const reported = useRef<number>(undefined);
  const begin = () => {
    reported.current = undefined;
  };
  const [draft, setDraft, flush] = useDebouncedInput(Math.min(maximum, highest), (next) => {
    onChange(next, reported.current === maximum);
    reported.current = next;
  });
  // The content security policy forbids style attributes in the HTML.
  const hydrated = useHydrated();
  const part = { '--part': `${(100 * (draft - lowest)) / (highest - lowest)}%` } as CSSProperties;
  const open = maximum > highest && draft === highest;
  const words = open ? 'Any price' : `$${lowest} – $${draft}`;
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
        value={draft}
        aria-valuetext={open ? 'any price' : `up to $${draft}`}
        style={hydrated ? part : undefined}
        onChange={({ target }) => setDraft(Number(target.value))}
        onPointerDown={begin}
        onPointerUp={flush}
        onBlur={begin}
      />
    </div>
  );
}
