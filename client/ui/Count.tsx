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

/** How many, on a button. MUI's Badge has a style attribute, which served HTML must not have. */
export function Count({ children, sx, ...props }: Props) {
  return (
    <Box component="span" {...props} sx={{ ...pill, ...sx } as SxProps<Theme>}>
      {children}
    </Box>
  );
}
