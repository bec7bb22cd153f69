import type { Components, Theme } from '@mui/material/styles';
import { appearsLate } from '../motion';
import { rem } from '../typography';
import { filterLook, statusLook } from './looks';

declare module '@mui/material/Chip' {
  interface ChipPropsVariantOverrides {
    /** A choice of several, filled once it is pressed. */
    filter: true;
    /** A dot and words. */
    status: true;
  }
}

export const chipVariants = ['filter', 'status'] as const;
const statusColours = ['primary', 'success', 'error'] as const;
export const chipColours = ['default', ...statusColours, 'warning'] as const;

export const data: Components<Theme> = {
  MuiChip: {
    styleOverrides: {
      root: ({ theme, theme: { vars } }) => ({
        variants: [
          {
            props: { variant: 'filter' },
            style: {
              ...filterLook(theme),
              height: rem(34),
              '&:active': { boxShadow: 'none' },
              '@media (forced-colors: active)': { border: '1px solid' },
              '&[aria-pressed="true"]': {
                backgroundColor: vars.palette.primary.main,
                color: vars.palette.primary.contrastText,
                forcedColorAdjust: 'none',
              },
            },
          },
          {
            props: { variant: 'status' },
            style: {
              ...statusLook,
              flexShrink: 0,
              overflowWrap: 'break-word',
              height: 'auto',
              backgroundColor: vars.palette.background.sunken,
              color: vars.palette.text.secondary,
            },
          },
          ...statusColours.map((color) => ({
            props: { variant: 'status' as const, color },
            style: { backgroundColor: vars.palette[color].soft, color: vars.palette[color].main },
          })),
          {
            // Its colour has too little contrast for text.
            props: { variant: 'status', color: 'warning' },
            style: {
              backgroundColor: vars.palette.warning.soft,
              color: vars.palette.text.primary,
              '&::before': { backgroundColor: vars.palette.warning.main },
            },
          },
          { props: { variant: 'status', size: 'small' }, style: { paddingBlock: '1px', fontSize: rem(12) } },
          {
            props: { variant: 'filled', size: 'small' },
            style: {
              height: 'auto',
              padding: '2px 8px',
              borderRadius: rem(10),
              backgroundColor: vars.palette.background.sunken,
              color: vars.palette.text.secondary,
              fontSize: rem(12),
              fontWeight: 600,
            },
          },
        ],
      }),
      label: {
        variants: [
          { props: { variant: 'status' }, style: { padding: 0, lineHeight: 1.5, whiteSpace: 'normal' } },
          { props: { variant: 'filled', size: 'small' }, style: { padding: 0 } },
          { props: { variant: 'filter' }, style: { paddingInline: rem(14) } },
        ],
      },
    },
  },
  MuiLinearProgress: {
    styleOverrides: {
      root: ({ theme: { vars } }) => ({
        height: rem(8),
        borderRadius: rem(4),
        outline: '1px solid transparent',
        variants: [{ props: { color: 'primary' }, style: { backgroundColor: vars.palette.divider } }],
      }),
      bar: { forcedColorAdjust: 'none', '@media (forced-colors: active)': { backgroundColor: 'CanvasText' } },
    },
  },
  MuiSkeleton: {
    defaultProps: { animation: false, variant: 'rounded' },
    styleOverrides: {
      root: ({ theme: { vars } }) => {
        const edge = `color-mix(in srgb, ${vars.palette.divider} 62%, transparent)`;
        return {
          ...appearsLate,
          background: `linear-gradient(90deg, ${edge}, ${vars.palette.divider}, ${edge})`,
        };
      },
      rounded: { borderRadius: rem(6) },
    },
  },
};
