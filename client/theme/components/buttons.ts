import type { Components, Theme } from '@mui/material/styles';
import { rem, widthOf } from '../typography';
import { filterLook } from './looks';

declare module '@mui/material/Button' {
  interface ButtonPropsVariantOverrides {
    /** An outline in ink: a page's secondary action. */
    ink: true;
    /** A hairline on the surface: actions of tables, dialogs and the dashboard. */
    quiet: true;
    /** Without a border, on a sunken background. */
    soft: true;
    /** Adds a product: a hairline that fills when its card is hovered. */
    add: true;
    /** An active filter, removed by a click. */
    filter: true;
    /** Text only. */
    link: true;
  }
}

export const buttonVariants = [
  'contained',
  'outlined',
  'text',
  'ink',
  'quiet',
  'soft',
  'add',
  'filter',
  'link',
] as const;

const unavailable = ({ vars: { palette } }: Theme) => ({
  borderColor: 'transparent',
  backgroundColor: palette.background.sunken,
  color: palette.text.secondary,
});

const filled = ({ vars: { palette } }: Theme) => ({
  borderColor: palette.primary.main,
  backgroundColor: palette.primary.main,
  color: palette.primary.contrastText,
});

/** Controls that explain why they are disabled stay focusable. */
const disabled = '&.Mui-disabled, &[aria-disabled="true"], &[aria-disabled="true"]:hover';
const outline = { border: '1px solid' };
/** For elements that only their background makes visible. */
const seen = { '@media (forced-colors: active)': outline };

const variants = (theme: Theme) => {
  const { palette } = theme.vars;
  return [
    { props: { size: 'small' as const }, style: { minHeight: rem(34), paddingInline: rem(12), fontSize: rem(13) } },
    { props: { size: 'large' as const }, style: { minHeight: rem(52), paddingInline: rem(28), fontSize: rem(17) } },
    { props: { variant: 'contained' as const }, style: { ...seen, [disabled]: unavailable(theme) } },
    {
      props: { variant: 'ink' as const },
      style: {
        ...outline,
        borderColor: palette.text.primary,
        color: palette.text.primary,
        '&:hover': { backgroundColor: theme.alpha(palette.text.primary, 0.04) },
      },
    },
    {
      props: { variant: 'quiet' as const },
      style: {
        ...outline,
        minHeight: rem(36),
        borderColor: palette.divider,
        backgroundColor: palette.background.paper,
        color: palette.text.primary,
        '&:hover': { borderColor: palette.outline },
        [disabled]: { ...unavailable(theme), cursor: 'default' },
      },
    },
    { props: { variant: 'quiet' as const, color: 'error' as const }, style: { color: palette.error.main } },
    {
      props: { variant: 'soft' as const },
      style: {
        ...seen,
        backgroundColor: palette.background.sunken,
        color: palette.text.primary,
        '&:hover': { backgroundColor: palette.divider },
      },
    },
    {
      props: { variant: 'add' as const },
      style: {
        ...outline,
        minHeight: rem(40),
        borderColor: palette.divider,
        color: palette.primary.main,
        '&:focus-visible, &:active': filled(theme),
        '@media (hover: hover)': { 'article:hover &:not(.Mui-disabled)': filled(theme) },
        [disabled]: unavailable(theme),
      },
    },
    {
      props: { variant: 'filter' as const },
      style: {
        ...seen,
        ...filterLook(theme),
        minHeight: rem(34),
        paddingInline: `${rem(14)} ${rem(8)}`,
        flexShrink: 1,
      },
    },
    {
      props: { variant: 'link' as const },
      style: {
        flexShrink: 1,
        gap: rem(6),
        minWidth: 0,
        minHeight: rem(32),
        padding: 0,
        color: palette.primary.main,
        fontSize: rem(14),
        '&:hover': { textDecoration: 'underline', textUnderlineOffset: '4px', backgroundColor: 'transparent' },
        '&[aria-pressed="true"]': { textDecoration: 'underline double', textUnderlineOffset: '4px' },
        [disabled]: { color: palette.text.secondary, textDecoration: 'none' },
      },
    },
  ];
};

export const buttons: Components<Theme> = {
  MuiButtonBase: { defaultProps: { disableRipple: true } },
  MuiButton: {
    defaultProps: { disableElevation: true, variant: 'contained' },
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: rem(44),
        // The label does not wrap if it fits in one line; the minimum width is its longest word, in table cells, too.
        flexShrink: 0,
        maxWidth: '100%',
        overflowWrap: 'break-word',
        paddingInline: rem(20),
        variants: variants(theme),
      }),
    },
  },
  /** One of a few choices side by side. */
  MuiToggleButtonGroup: {
    styleOverrides: {
      root: ({ theme: { vars } }) => ({
        flexWrap: 'wrap',
        gap: rem(2),
        maxWidth: '100%',
        padding: rem(3),
        borderRadius: vars.shape.borderRadius,
        backgroundColor: vars.palette.background.sunken,
      }),
    },
  },
  MuiToggleButton: {
    styleOverrides: {
      root: ({ theme: { vars, typography } }) => ({
        ...typography.label,
        minHeight: rem(40),
        padding: `${rem(6)} ${rem(14)}`,
        border: 0,
        borderRadius: rem(6),
        color: vars.palette.text.primary,
        textTransform: 'none',
        '&.Mui-selected, &.Mui-selected:hover': {
          backgroundColor: vars.palette.background.paper,
          boxShadow: `0 0 0 1px ${vars.palette.divider}`,
        },
        '@media (forced-colors: active)': { '&.Mui-selected': { outline: '2px solid' } },
      }),
    },
  },
  MuiIconButton: {
    styleOverrides: {
      root: ({ theme: { vars } }) => ({
        width: `min(${rem(44)}, ${widthOf(44)})`,
        height: `min(${rem(44)}, ${widthOf(44)})`,
        color: vars.palette.text.primary,
        '& > svg': { maxWidth: '100%', maxHeight: '100%' },
        variants: [
          {
            props: { size: 'small' },
            style: {
              width: rem(34),
              height: rem(34),
              color: vars.palette.text.secondary,
              '&:hover': { color: vars.palette.text.primary },
            },
          },
        ],
      }),
    },
  },
};
