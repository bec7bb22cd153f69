import { styled } from '@mui/material/styles';
import { rem } from '../../theme/typography';

/** Picture, name, prices and a button, or their skeletons. ProductGrid sets their height. */
export const CardFrame = styled('article')({
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  gap: rem(12),
  '& > :nth-of-type(2)': { minHeight: 'var(--card-name)' },
  '& > :nth-of-type(3)': { minHeight: 'var(--card-prices)' },
  // Above the link, which covers the card.
  '& > button': { zIndex: 1, marginTop: 2 },
});
