import type { Components, Theme } from '@mui/material/styles';
import { rem } from '../typography';

export const severities = ['error', 'success', 'warning'] as const;

export const feedback: Components<Theme> = {
  MuiAlert: {
    styleOverrides: {
      root: ({ theme: { vars } }) => ({
        borderRadius: rem(6),
        fontSize: rem(15),
        variants: severities.map((severity) => ({
          props: { severity },
          style: {
            backgroundColor: vars.palette[severity].soft,
            color: severity === 'warning' ? vars.palette.text.primary : vars.palette[severity].main,
            fontWeight: severity === 'warning' ? 400 : 560,
            '& .MuiAlert-icon': { color: 'inherit' },
          },
        })),
      }),
      icon: { alignItems: 'center' },
    },
  },
};
