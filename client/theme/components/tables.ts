import type { Components, Theme } from '@mui/material/styles';
import { rem } from '../typography';
import { SortMark } from './SortMark';

export const tables: Components<Theme> = {
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
      body: {
        height: rem(56),
        overflowWrap: 'anywhere',
        // Focused elements must not scroll below the sticky heading, nor below the bar above it.
        '& :is(a, button, input)': { scrollMarginTop: rem(52) },
      },
      sizeSmall: { height: 'auto', padding: `${rem(8)} ${rem(12)}`, fontSize: rem(13), verticalAlign: 'top' },
      alignRight: {
        fontVariantNumeric: 'tabular-nums',
        whiteSpace: 'nowrap',
        '& > .MuiSkeleton-root': { marginLeft: 'auto' },
      },
      paddingCheckbox: { width: rem(44), paddingRight: 0, '& > *': { margin: '-9px' } },
      stickyHeader: ({ theme }) => ({
        top: rem(72),
        zIndex: 1,
        backgroundColor: theme.vars.palette.background.paper,
        [theme.breakpoints.down('md')]: { top: rem(60) },
      }),
    },
  },
  MuiTableRow: {
    styleOverrides: {
      root: ({ theme: { vars } }) => ({
        '&:last-of-type > .MuiTableCell-body': { borderBottom: 0 },
        '&.Mui-selected, &.Mui-selected:hover': { backgroundColor: vars.palette.primary.soft },
        '&[data-busy] > *': { opacity: 0.55 },
      }),
    },
  },
  MuiTableSortLabel: {
    defaultProps: { IconComponent: SortMark },
    styleOverrides: {
      root: ({ theme: { vars } }) => ({
        flexDirection: 'row',
        font: 'inherit',
        gap: rem(6),
        height: rem(32),
        margin: '0 -8px',
        padding: '0 8px',
        borderRadius: vars.shape.borderRadius,
        '&:hover, &:focus': { color: vars.palette.text.primary },
        '&:hover': { backgroundColor: vars.palette.background.sunken },
        '&:not(.Mui-active) > svg': { opacity: 0.55, color: vars.palette.outline },
        '&.Mui-active .MuiTableSortLabel-icon': { color: vars.palette.text.primary },
      }),
      icon: { margin: 0 },
    },
  },
};
