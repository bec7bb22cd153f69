import { styled } from '@mui/material/styles';
import { theme } from '../theme/theme';
import { rem } from '../theme/typography';

const teeth = 14;
const point = (radius: number, turn: number) =>
  `${(29 + radius * Math.cos(turn * 2 * Math.PI)).toFixed(2)} ${(29 + radius * Math.sin(turn * 2 * Math.PI)).toFixed(2)}`;

const seal = `M${point(25.5, 0)}${Array.from(
  { length: teeth },
  (_, tooth) => `Q${point(31.5, (tooth + 0.5) / teeth)} ${point(25.5, (tooth + 1) / teeth)}`,
).join('')}Z`;

const { typography, vars, breakpoints } = theme;

/** The stamp in a picture's corner. */
const Stamp = styled('span')({
  ...typography.brand,
  position: 'absolute',
  top: rem(12),
  right: rem(12),
  display: 'grid',
  placeItems: 'center',
  width: rem(58),
  height: rem(58),
  color: vars.palette.secondary.contrastText,
  fontSize: typography.body2.fontSize,
  lineHeight: 1,
  letterSpacing: 'normal',
  transform: 'rotate(8deg)',
  forcedColorAdjust: 'none',
  '& svg': { position: 'absolute', inset: 0, fill: vars.palette.secondary.main },
  '& span': { position: 'relative' },
  [breakpoints.down('sm')]: {
    top: rem(8),
    right: rem(8),
    width: rem(48),
    height: rem(48),
    fontSize: typography.caption.fontSize,
  },
});

export function DiscountBadge({ percent }: { percent: number }) {
  return (
    <Stamp>
      <svg viewBox="0 0 58 58" aria-hidden="true" focusable="false">
        <path d={seal} />
      </svg>
      <span>-{percent}%</span>
    </Stamp>
  );
}
