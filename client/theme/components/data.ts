import type { Components, Theme } from '@mui/material/styles';
import { rem } from '../typography';

declare module '@mui/material/Chip' {
  interface ChipPropsVariantOverrides {
    /** A filter that is on: clearing it is one press. */
    filter: true;
    /** A dot and a word; colour never says it alone. */
    status: true;
  }
}

export const chipVariants = ['filter', 'status'] as const;
const statusColours = ['primary', 'success', 'error'] as const;
export const chipColours = ['default', ...statusColours] as const;

export const data: Components<Theme> = {
  MuiChip: {
    styleOverrides: {
      root: ({ theme: { vars } }) => ({
        variants: [
          {
            props: { variant: 'filter' },
            style: {
              height: rem(34),
              borderRadius: rem(17),
              backgroundColor: vars.palette.primary.soft,
              color: vars.palette.primary.main,
              fontSize: rem(14),
              fontWeight: 560,
            },
          },
          {
            props: { variant: 'status' },
            style: {
              gap: rem(7),
              height: 'auto',
              padding: '4px 11px 4px 9px',
              borderRadius: rem(20),
              backgroundColor: vars.palette.background.sunken,
              color: vars.palette.text.secondary,
              fontSize: rem(13),
              fontWeight: 600,
              '&::before': {
                content: '""',
                width: rem(7),
                height: rem(7),
                borderRadius: '50%',
                backgroundColor: 'currentColor',
                forcedColorAdjust: 'none',
              },
            },
          },
          ...statusColours.map((color) => ({
            props: { variant: 'status' as const, color },
            style: { backgroundColor: vars.palette[color].soft, color: vars.palette[color].main },
          })),
        ],
      }),
      label: { variants: [{ props: { variant: 'status' }, style: { padding: 0, lineHeight: 1.5 } }] },
    },
  },
  MuiTableCell: {
    styleOverrides: {
      root: ({ theme }) => ({ padding: '4px 14px', borderColor: theme.vars.palette.divider, fontSize: rem(14) }),
      head: ({ theme: { vars } }) => ({
        height: rem(42),
        backgroundColor: vars.palette.background.paper,
        color: vars.palette.text.secondary,
        fontSize: rem(12),
        fontWeight: 640,
        whiteSpace: 'nowrap',
      }),
      body: { height: rem(56) },
    },
  },
  MuiSkeleton: {
    defaultProps: { animation: false, variant: 'rounded' },
    styleOverrides: {
      root: ({ theme: { vars } }) => {
        const edge = `color-mix(in srgb, ${vars.palette.divider} 62%, transparent)`;
        return { background: `linear-gradient(90deg, ${edge}, ${vars.palette.divider}, ${edge})` };
      },
      rounded: { borderRadius: rem(6) },
    },
  },
};
