import type { Components, Theme } from '@mui/material/styles';
import { rem } from '../typography';

export const navigation: Components<Theme> = {
  MuiAppBar: {
    defaultProps: { color: 'transparent', elevation: 0, position: 'sticky' },
    styleOverrides: {
      root: ({ theme: { vars } }) => ({
        borderBottom: `1px solid ${vars.palette.divider}`,
        backgroundColor: vars.palette.background.default,
      }),
    },
  },
  MuiToolbar: {
    defaultProps: { disableGutters: true },
    styleOverrides: {
      root: ({ theme }) => ({
        gap: rem(28),
        [theme.breakpoints.down('md')]: { gap: 0 },
      }),
    },
  },
  MuiLink: {
    defaultProps: { color: 'inherit', underline: 'hover' },
    styleOverrides: { root: { textUnderlineOffset: '4px' } },
  },
  MuiBadge: {
    defaultProps: { color: 'primary' },
    styleOverrides: {
      badge: ({ theme: { vars } }) => ({
        minWidth: rem(19),
        height: rem(19),
        padding: '0 5px',
        boxShadow: `0 0 0 2px ${vars.palette.background.default}`,
        fontSize: rem(11),
        fontWeight: 700,
        fontVariantNumeric: 'tabular-nums',
      }),
    },
  },
  MuiAvatar: {
    styleOverrides: {
      root: ({ theme: { vars } }) => ({
        width: rem(36),
        height: rem(36),
        backgroundColor: vars.palette.category.fashion,
        color: vars.palette.text.primary,
        fontSize: rem(14),
        fontWeight: 700,
      }),
    },
  },
  MuiPopover: {
    styleOverrides: {
      paper: ({ theme: { vars } }) => ({
        border: `1px solid ${vars.palette.divider}`,
        borderRadius: rem(12),
        boxShadow: 'none',
      }),
    },
  },
};
