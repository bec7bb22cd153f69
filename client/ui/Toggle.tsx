import { styled } from '@mui/material/styles';
import { rem } from '../theme/typography';

/** A checkbox that looks like MUI's Switch, which would be in the first load for one filter. */
export const Toggle = styled('input')(({ theme: { vars, transitions } }) => ({
  position: 'relative',
  display: 'block',
  flex: 'none',
  width: rem(40),
  height: rem(24),
  margin: 0,
  borderRadius: rem(12),
  backgroundColor: vars.palette.outline,
  appearance: 'none',
  cursor: 'pointer',
  transition: transitions.create('background-color', { duration: 150 }),
  '&::before': {
    content: '""',
    position: 'absolute',
    inset: rem(3),
    width: rem(18),
    borderRadius: '50%',
    backgroundColor: vars.palette.background.paper,
    transition: transitions.create('translate', { duration: 150 }),
  },
  '&:checked': { backgroundColor: vars.palette.primary.main },
  '&:checked::before': { translate: rem(16), backgroundColor: vars.palette.primary.contrastText },
  '@media (forced-colors: active)': { appearance: 'auto', '&::before': { display: 'none' } },
}));
