import Paper from '@mui/material/Paper';
import type { ReactNode } from 'react';
import { Passage } from './Passage';

/** Emphasizes the most important text. */
export function Aside({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper variant="sunken" sx={{ mt: 1.5, bgcolor: 'warning.soft' }}>
      <Passage title={title} color="textPrimary">
        {children}
      </Passage>
    </Paper>
  );
}
