import type { Components, Theme } from '@mui/material/styles';
import { rem } from '../typography';

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
  MuiOutlinedInput: {
    styleOverrides: {
      root: ({ theme }) => ({ background: theme.vars.palette.background.paper, fontSize: rem(15), ...onTouch }),
      notchedOutline: ({ theme }) => ({ borderColor: theme.vars.palette.outline }),
      input: ({ ownerState }) => ({ height: ownerState.multiline ? 'auto' : rem(22), padding: '12px 14px' }),
      multiline: { padding: 0 },
    },
  },
  MuiNativeSelect: {
    styleOverrides: {
      icon: ({ theme }) => ({ color: theme.vars.palette.text.primary }),
    },
  },
};
