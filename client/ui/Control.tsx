import InputBase from '@mui/material/InputBase';
import { styled } from '@mui/material/styles';
import { rem } from '../theme/typography';

/** A select or a search field of the storefront. */
export const Control = styled(InputBase)(({ theme: { vars, focusVisible, typography, spacing } }) => ({
  minWidth: rem(170),
  height: rem(44),
  border: `1px solid ${vars.palette.outline}`,
  borderRadius: vars.shape.borderRadius,
  backgroundColor: vars.palette.background.paper,
  fontSize: typography.body2.fontSize,
  lineHeight: 1.2,
  // iPhones zoom in on smaller text than 16 px.
  '@media (pointer: coarse)': { fontSize: typography.body1.fontSize },
  '&:has(:focus-visible)': focusVisible,
  '& > svg': { flex: 'none', marginLeft: spacing(1.5), color: vars.palette.text.secondary },
  '& > input': { boxSizing: 'border-box', height: '100%', padding: `0 ${spacing(1.25)} 0 ${spacing(1.125)}` },
  '& > select': {
    boxSizing: 'border-box',
    height: '100%',
    padding: `0 ${spacing(4.25)} 0 ${spacing(1.75)}`,
    outline: 'none',
    appearance: 'none',
    cursor: 'pointer',
  },
  '& > select + svg': {
    position: 'absolute',
    top: `calc(50% - ${rem(10)})`,
    right: spacing(1),
    width: rem(20),
    height: rem(20),
    color: 'inherit',
    pointerEvents: 'none',
  },
  '& option': { backgroundColor: vars.palette.background.paper, color: vars.palette.text.primary },
}));
