import type { Components, Theme } from '@mui/material/styles';
import { rem } from '../typography';

export const navigation: Components<Theme> = {
  MuiAppBar: {
    defaultProps: { color: 'transparent', position: 'sticky' },
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
    styleOverrides: {
      root: {
        textUnderlineOffset: '4px',
        textDecorationColor: 'currentcolor',
        // Without an underline the weight marks a link.
        variants: [{ props: { color: 'primary', underline: 'hover' }, style: { fontWeight: 600 } }],
      },
    },
  },
  MuiBreadcrumbs: {
    styleOverrides: {
      root: ({ theme: { typography } }) => ({
        ...typography.label,
        padding: `${rem(22)} 0`,
        fontWeight: typography.fontWeightRegular,
      }),
      ol: { flexWrap: 'nowrap', whiteSpace: 'nowrap' },
      li: {
        minWidth: 0,
        overflow: 'clip',
        // Makes the focus visible.
        overflowClipMargin: 4,
        textOverflow: 'ellipsis',
        '&:last-of-type': { flexShrink: 1000 },
      },
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
      /** A product's picture. */
      rounded: ({ theme: { vars } }) => ({
        borderRadius: rem(8),
        backgroundColor: vars.palette.background.sunken,
        color: vars.palette.text.secondary,
      }),
    },
  },
  /** Links of a list of pages; `dense` beside a page, otherwise in a drawer. */
  MuiListItemButton: {
    styleOverrides: {
      root: ({ theme: { vars, typography } }) => ({
        ...typography.body2,
        flexGrow: 0,
        gap: rem(12),
        minHeight: rem(44),
        padding: '0 12px',
        borderRadius: vars.shape.borderRadius,
        color: vars.palette.text.secondary,
        fontWeight: typography.fontWeightMedium,
        '&:hover': { backgroundColor: 'transparent', color: vars.palette.text.primary },
        '&[aria-current="page"]': {
          backgroundColor: vars.palette.background.sunken,
          boxShadow: `inset 3px 0 0 ${vars.palette.primary.main}`,
          color: vars.palette.text.primary,
          '@media (forced-colors: active)': { outline: '1px solid' },
        },
      }),
      dense: ({ theme: { vars, typography } }) => ({
        minHeight: rem(40),
        fontSize: typography.dense.fontSize,
        '&[aria-current="page"]': { backgroundColor: vars.palette.background.paper },
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
