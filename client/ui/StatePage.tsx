import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface Props {
  title: string;
  /** Of a failure. */
  role?: 'alert';
  children: ReactNode;
}

/** A page that says why there is none. */
export function StatePage({ title, role, children }: Props) {
  return (
    <Box role={role} sx={{ pt: 8, textAlign: 'center' }}>
      <Typography variant="h1">{title}</Typography>
      {children}
    </Box>
  );
}
