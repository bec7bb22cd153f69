import type { Components, Theme } from '@mui/material/styles';
import { rem } from '../typography';
import { checkboxIcons } from './checkboxIcons';

/** iPhones zoom in on smaller text than 16 px. */
const onTouch = { '@media (pointer: coarse)': { fontSize: rem(16) } };

export const inputs: Components<Theme> = {
  MuiFormLabel: {
    styleOverrides: {
      root: ({ theme: { vars, typography } }) => ({
        ...typography.label,
        display: 'block',
        marginBottom: rem(6),
        color: vars.palette.text.primary,
        '&.Mui-focused, &.Mui-error': { color: vars.palette.text.primary },
      }),
      asterisk: ({ theme }) => ({ color: theme.vars.palette.error.main }),
    },
  },
  MuiFormHelperText: {
    styleOverrides: {
      root: ({ theme: { vars, typography } }) => ({
        ...typography.caption,
        display: 'flex',
        alignItems: 'center',
        gap: rem(6),
        margin: 0,
        marginTop: rem(6),
        color: vars.palette.text.secondary,
        overflowWrap: 'anywhere',
      }),
    },
  },
  MuiInputBase: {
    styleOverrides: {
      input: ({ theme }) => ({
        '&::placeholder': { color: theme.vars.palette.text.secondary, opacity: 1 },
      }),
    },
  },
  MuiOutlinedInput: {
    styleOverrides: {
      root: ({ theme, ownerState: { size } }) => ({
        background: theme.vars.palette.background.paper,
        fontSize: rem(size === 'small' ? 14 : 15),
        ...onTouch,
      }),
      notchedOutline: ({ theme }) => ({ borderColor: theme.vars.palette.outline }),
      input: ({ ownerState: { multiline, size, startAdornment } }) => ({
        height: multiline ? 'auto' : rem(22),
        padding: size === 'small' ? '11px 12px' : '12px 14px',
        ...(Boolean(startAdornment) && { paddingLeft: rem(9) }),
      }),
      multiline: { padding: 0 },
    },
  },
  MuiCheckbox: {
    defaultProps: { ...checkboxIcons, disableRipple: true },
    styleOverrides: {
      root: ({ theme: { vars } }) => ({
        color: vars.palette.outline,
        '& path': { stroke: vars.palette.primary.contrastText },
        '@media (forced-colors: active)': { '& path': { stroke: 'Canvas' } },
      }),
    },
  },
  MuiSwitch: {
    styleOverrides: {
      root: { width: rem(40), height: rem(24), padding: 0, overflow: 'visible' },
      switchBase: ({ theme: { vars } }) => ({
        padding: rem(3),
        color: vars.palette.background.paper,
        '&:hover, &.Mui-checked:hover': { backgroundColor: 'transparent' },
        '&.Mui-checked': { transform: `translateX(${rem(16)})`, color: vars.palette.primary.contrastText },
        '&.Mui-checked + .MuiSwitch-track': { backgroundColor: vars.palette.primary.main },
      }),
      input: { left: 0, width: '100%' },
      thumb: { width: rem(18), height: rem(18), boxShadow: 'none' },
      track: ({ theme }) => ({ borderRadius: rem(12), backgroundColor: theme.vars.palette.outline }),
    },
  },
};
