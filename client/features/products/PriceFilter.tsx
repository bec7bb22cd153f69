import Stack from '@mui/material/Stack';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type CSSProperties, useId, useRef } from 'react';
import { constants } from '../../lib/constants';
import { formatRoundCents } from '../../lib/formatRoundCents';
import { toCents } from '../../lib/money';
import { rem } from '../../theme/typography';
import { useHydrated } from '../../ui/useHydrated';
import { useDebouncedInput } from '../../ui/useDebouncedInput';

const [lowest, highest] = constants.priceRange;

/** A native input: it works before hydration, and MUI's Slider would be too much for the first load. */
const Slider = styled('input')(({ theme: { vars } }) => {
  const { primary, divider, background } = vars.palette;
  const track = {
    height: rem(4),
    borderRadius: rem(2),
    background: `linear-gradient(${primary.main}, ${primary.main}) 0 / var(--part, 100%) 100% no-repeat, ${divider}`,
    '@media (forced-colors: active)': { outline: '1px solid' },
  };
  const thumb = {
    boxSizing: 'border-box',
    width: rem(24),
    height: rem(24),
    border: `2px solid ${primary.main}`,
    borderRadius: '50%',
    backgroundColor: background.paper,
  } as const;
  return {
    display: 'block',
    width: '100%',
    height: rem(28),
    margin: `${rem(6)} 0 0`,
    borderRadius: rem(4),
    background: 'none',
    appearance: 'none',
    cursor: 'pointer',
    // In one rule, a browser would drop both.
    '&::-webkit-slider-runnable-track': track,
    '&::-moz-range-track': track,
    '&::-webkit-slider-thumb': { ...thumb, marginTop: rem(-10), appearance: 'none' },
    '&::-moz-range-thumb': thumb,
  };
});

interface Props {
  /** Infinity: any price. */
  maximum: number;
  /** `isContinued`: by the same drag or by further keys on the slider. */
  onChange: (maximum: number, isContinued: boolean) => void;
}

/** Sets the upper bound only (section 5). */
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
  // An address may have a limit beyond the slider's end, or none.
  const limit = draft === highest ? Math.max(maximum, highest) : draft;
  const words = formatRoundCents(toCents(limit));
  return (
    <>
      <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'baseline', py: 0.875 }}>
        <Typography variant="label" component="label" htmlFor={id}>
          Price
        </Typography>
        <Typography variant="caption" component="output" htmlFor={id} sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {limit === Infinity ? 'Any price' : `$${lowest} – ${words}`}
        </Typography>
      </Stack>
      <Slider
        id={id}
        type="range"
        min={lowest}
        max={highest}
        step={constants.priceStep}
        value={draft}
        aria-valuetext={limit === Infinity ? 'any price' : `up to ${words}`}
        style={hydrated ? part : undefined}
        onChange={({ target }) => setDraft(Number(target.value))}
        onPointerDown={begin}
        onPointerUp={flush}
        onBlur={() => {
          flush();
          begin();
        }}
      />
    </>
  );
}
