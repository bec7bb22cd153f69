import type { Components, Theme } from '@mui/material/styles';
import { rem } from '../typography';
import { Chevron } from './Chevron';

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
      root: ({ theme }) => ({ background: theme.vars.palette.background.paper, fontSize: rem(15), ...onTouch }),
      notchedOutline: ({ theme }) => ({ borderColor: theme.vars.palette.outline }),
      input: ({ ownerState }) => ({ height: ownerState.multiline ? 'auto' : rem(22), padding: '12px 14px' }),
      multiline: { padding: 0 },
    },
  },
  /** Of a NativeSelect alone. */
  MuiInput: {
    defaultProps: { disableUnderline: true },
    styleOverrides: {
      root: ({ theme: { vars, focusVisible } }) => ({
        minWidth: rem(170),
        height: rem(44),
        border: `1px solid ${vars.palette.outline}`,
        borderRadius: vars.shape.borderRadius,
        backgroundColor: vars.palette.background.paper,
        fontSize: rem(15),
        lineHeight: 1.2,
        ...onTouch,
        '&:has(:focus-visible)': focusVisible,
        // As specific as MUI's own.
        '& select.MuiNativeSelect-select.MuiNativeSelect-select': {
          height: '100%',
          padding: '0 34px 0 14px',
          outline: 'none',
        },
        '& svg': { right: rem(8), width: rem(20), height: rem(20), color: 'inherit', fill: 'none' },
      }),
    },
  },
  MuiNativeSelect: { defaultProps: { IconComponent: Chevron } },
};
