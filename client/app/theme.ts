import { createTheme } from '@mui/material/styles';
import { tokens } from './tokens';

const palette = (of: (typeof tokens)['light'] | (typeof tokens)['dark']) => ({
  primary: { main: of.primary, dark: of['primary-hover'], contrastText: of['on-primary'] },
  secondary: { main: of.accent, contrastText: of['on-accent'] },
  error: { main: of.danger },
  success: { main: of.success },
  background: { default: of.paper, paper: of.surface },
  text: { primary: of.ink, secondary: of.muted },
  divider: of.line,
});

export const theme = createTheme({
  cssVariables: { colorSchemeSelector: 'data-theme' },
  colorSchemes: { light: { palette: palette(tokens.light) }, dark: { palette: palette(tokens.dark) } },
  shape: { borderRadius: 6 },
  breakpoints: { values: { xs: 0, sm: 480, md: 768, lg: 1024, xl: 1440 } },
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
