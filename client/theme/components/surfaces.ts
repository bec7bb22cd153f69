import type { Components, Theme } from '@mui/material/styles';
import { rem } from '../typography';

declare module '@mui/material/Paper' {
  interface PaperPropsVariantOverrides {
    /** Without a border or a shadow: `elevation` would add a style attribute, which the CSP of served HTML forbids. */
    plain: true;
    /** A self-contained part of a page: a hairline and padding. */
    panel: true;
    /** Over a page, or above a table: actions on selected or deleted rows. */
    ink: true;
    /** An aside: its own background, no border. */
    sunken: true;
    /** A message in the page's corner. */
    floating: true;
  }
}

export const surfaces: Components<Theme> = {
  MuiPaper: {
    defaultProps: { variant: 'plain' },
    styleOverrides: {
      root: ({ theme, theme: { vars, breakpoints } }) => ({
        backgroundImage: 'none',
        variants: [
          {
            props: { variant: 'panel' },
            style: {
              display: 'grid',
              // Contents must not widen it.
              gridTemplateColumns: 'minmax(0, 1fr)',
              gap: rem(14),
              width: '100%',
              padding: rem(24),
              border: `1px solid ${vars.palette.divider}`,
              borderRadius: rem(12),
              [breakpoints.down('sm')]: { padding: rem(18) },
            },
          },
          {
            props: { variant: 'ink' },
            style: {
              border: '1px solid transparent',
              borderRadius: rem(10),
              backgroundColor: vars.palette.text.primary,
              color: vars.palette.background.default,
              '& :focus-visible': { outlineColor: vars.palette.toast.accent },
              '&& .MuiIconButton-root': { color: 'inherit' },
              '& .MuiButton-link': { color: vars.palette.toast.accent, fontSize: rem(15), fontWeight: 700 },
              '& .MuiButton-soft': {
                backgroundColor: theme.alpha(vars.palette.background.default, 0.13),
                color: 'inherit',
                '&:hover': { backgroundColor: theme.alpha(vars.palette.background.default, 0.22) },
              },
            },
          },
          {
            props: { variant: 'sunken' },
            style: {
              padding: `${rem(24)} ${rem(28)}`,
              // Visible in forced colours.
              border: '1px solid transparent',
              borderRadius: rem(12),
              backgroundColor: vars.palette.background.sunken,
            },
          },
          {
            props: { variant: 'floating' },
            style: {
              padding: '12px 18px',
              border: `1px solid ${vars.palette.divider}`,
              borderRadius: rem(10),
              backgroundColor: vars.palette.background.default,
              boxShadow: vars.shadows[1],
              overflowWrap: 'anywhere',
            },
          },
        ],
      }),
    },
  },
  MuiDivider: {
    styleOverrides: {
      root: ({ theme: { vars, typography } }) => ({
        ...typography.dense,
        color: vars.palette.text.secondary,
      }),
      wrapper: { paddingInline: rem(16) },
    },
  },
  MuiDrawer: {
    defaultProps: { transitionDuration: 200 },
    styleOverrides: {
      paper: ({ theme: { breakpoints }, ownerState }) =>
        ownerState.anchor === 'bottom'
          ? {
              maxHeight: '88vh',
              borderRadius: '16px 16px 0 0',
              [breakpoints.between('sm', 'md')]: { width: '100%', maxWidth: rem(600), marginInline: 'auto' },
            }
          : {
              width: ownerState.anchor === 'left' ? `min(${rem(320)}, 86vw)` : rem(440),
              maxWidth: '100vw',
              [breakpoints.down('sm')]: ownerState.anchor === 'right' ? { width: '100vw' } : {},
            },
    },
  },
  MuiDialog: {
    styleOverrides: {
      paper: {
        width: rem(420),
        margin: rem(18),
        borderRadius: rem(12),
      },
      paperFullScreen: { width: '100%', margin: 0, borderRadius: 0 },
    },
  },
  MuiDialogTitle: { styleOverrides: { root: ({ theme }) => ({ ...theme.typography.h4, padding: '26px 24px 0' }) } },
  MuiDialogContent: {
    styleOverrides: {
      root: {
        padding: '0 24px',
        overflowWrap: 'anywhere',
        '.MuiDialogTitle-root + &': { paddingTop: rem(12) },
      },
    },
  },
  MuiDialogActions: {
    styleOverrides: { root: { flexWrap: 'wrap', gap: rem(10), padding: '22px 24px' } },
    defaultProps: { disableSpacing: true },
  },
  MuiMenuItem: { styleOverrides: { root: { minHeight: rem(44), fontSize: rem(15) } } },
  MuiContainer: {
    defaultProps: { maxWidth: false },
    styleOverrides: {
      root: ({ theme }) => ({
        maxWidth: rem(1248),
        '&:not(.MuiContainer-disableGutters)': {
          paddingInline: rem(24),
          [theme.breakpoints.down('sm')]: { paddingInline: rem(18) },
        },
      }),
    },
  },
};
