import Box from '@mui/material/Box';
import type { SxProps, Theme } from '@mui/material/styles';
import type { ReactNode } from 'react';

const pill = {
  minWidth: '1.5em',
  px: 0.625,
  borderRadius: '1em',
  bgcolor: 'primary.main',
  color: 'primary.contrastText',
  typography: 'count',
  textAlign: 'center',
} as const;

interface Props {
  children: ReactNode;
  sx?: SxProps<Theme>;
  'data-testid'?: string;
}

/** A count on a button. MUI's Badge has a style attribute, which the CSP of served HTML forbids. */
export function Count({ children, sx, ...props }: Props) {
  return (
    <Box component="span" {...props} sx={{ ...pill, ...sx } as SxProps<Theme>}>
      {children}
    </Box>
  );
}
