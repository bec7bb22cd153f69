import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

export function Title({ children }: { children: ReactNode }) {
  return (
    <Typography variant="title" component="h1">
      {children}
    </Typography>
  );
}
