import type { Components, Theme } from '@mui/material/styles';
import { rem } from '../typography';

declare module '@mui/material/Paper' {
  interface PaperPropsVariantOverrides {
    /** Without a line or a shadow: for that of `elevation` MUI writes a style attribute, which served HTML must not have. */
    plain: true;
    /** A part of a page that stands for itself: a hairline, room around. */
    panel: true;
  }
}

export const surfaces: Components<Theme> = {
  MuiPaper: {
    defaultProps: { variant: 'plain' },
    styleOverrides: {
      root: ({ theme: { vars, breakpoints } }) => ({
        backgroundImage: 'none',
        variants: [
          {
            props: { variant: 'panel' },
            style: {
              display: 'grid',
              gap: rem(14),
              width: '100%',
              padding: rem(24),
              border: `1px solid ${vars.palette.divider}`,
              borderRadius: rem(12),
              [breakpoints.down('sm')]: { padding: rem(18) },
            },
          },
        ],
      }),
    },
  },
  MuiDrawer: { defaultProps: { transitionDuration: 200 } },
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
  MuiDialogContent: { styleOverrides: { root: { padding: '12px 24px 0', overflowWrap: 'anywhere' } } },
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
