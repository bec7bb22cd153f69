import { styled } from '@mui/material/styles';
import { theme } from '../../theme/theme';
import { rem } from '../../theme/typography';
import type { Tint } from './categoryTint';

const { palette } = theme.vars;

/** For photos on a light backdrop, in the dark scheme. */
export const dimmed = { filter: 'brightness(0.9) saturate(0.96)' };

/** A square on the tint of a category. */
export const PictureFrame = styled('div')<{ tint: Tint }>({
  position: 'relative',
  display: 'block',
  aspectRatio: '1',
  overflow: 'hidden',
  borderRadius: rem(12),
  backgroundColor: palette.background.sunken,
  ...theme.applyStyles('dark', { '& img': dimmed }),
  variants: Object.entries(palette.category).map(([tint, backgroundColor]) => ({
    props: { tint: tint as Tint },
    style: { backgroundColor },
  })),
});
