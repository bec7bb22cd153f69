import type { Theme } from '@mui/material/styles';
import { rem } from '../typography';

/** Of a filter that is set, as a button or a chip. */
export const filterLook = ({ vars: { palette } }: Theme) => ({
  borderRadius: rem(17),
  backgroundColor: palette.primary.soft,
  color: palette.primary.main,
  fontSize: rem(14),
  fontWeight: 560,
  '&:hover': { backgroundColor: palette.primary.soft },
});

/** A dot and words, because colour must not be the only cue. */
export const statusLook = {
  gap: rem(7),
  padding: '4px 11px 4px 9px',
  borderRadius: rem(20),
  fontSize: rem(13),
  fontWeight: 600,
  '&::before': {
    content: '""',
    width: rem(7),
    height: rem(7),
    borderRadius: '50%',
    backgroundColor: 'currentColor',
    forcedColorAdjust: 'none',
  },
} as const;
