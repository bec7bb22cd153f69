import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';

/** A part of a dashboard page, labelled by its heading. */
export function Panel({ title, children }: { title: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <Paper variant="panel" component="section" aria-labelledby={id}>
      <Typography variant="h4" component="h2" id={id}>
        {title}
      </Typography>
      {children}
    </Paper>
  );
}
