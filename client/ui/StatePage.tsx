import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface Props {
  title: string;
  /** For failures. */
  role?: 'alert';
  children: ReactNode;
}

/** A page that explains why there is no content. */
export function StatePage({ title, role, children }: Props) {
  return (
    <Box role={role} sx={{ pt: 8, textAlign: 'center' }}>
      <Typography variant="h1">{title}</Typography>
      {children}
    </Box>
  );
}
