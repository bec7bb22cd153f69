import { createTheme } from '@mui/material/styles';
import { breakpoints } from './breakpoints';
import { tokens } from './tokens';

const palette = (of: (typeof tokens)['light'] | (typeof tokens)['dark']) => ({
  primary: { main: of.primary, dark: of['primary-hover'], contrastText: of['on-primary'] },
  error: { main: of.danger },
  success: { main: of.success },
  background: { default: of.paper, paper: of.surface },
  text: { primary: of.ink, secondary: of.muted },
});

export const theme = createTheme({
  cssVariables: { colorSchemeSelector: 'data-theme' },
  colorSchemes: { light: { palette: palette(tokens.light) }, dark: { palette: palette(tokens.dark) } },
  shape: { borderRadius: 6 },
  breakpoints: { values: breakpoints },
  typography: {
    fontFamily: 'var(--text)',
    fontSize: 14,
    button: { textTransform: 'none', fontWeight: 600, fontSize: 15, lineHeight: 1.2 },
  },
  components: {
    MuiButtonBase: { defaultProps: { disableRipple: true } },
    MuiButton: {
      defaultProps: { disableElevation: true, variant: 'contained' },
      styleOverrides: { root: { minHeight: 44, paddingInline: 20, whiteSpace: 'nowrap' } },
    },
    MuiIconButton: { styleOverrides: { root: { width: 44, height: 44, color: 'var(--ink)' } } },
    MuiAlert: { styleOverrides: { root: { borderRadius: 6, fontSize: 15 } } },
    MuiOutlinedInput: {
      styleOverrides: {
        root: { background: 'var(--surface)', fontSize: 15 },
        notchedOutline: { borderColor: 'var(--control)' },
        input: ({ ownerState }) => ({ height: ownerState.multiline ? 'auto' : 22, padding: '12px 14px' }),
      },
    },
  },
});
