import Typography, { type TypographyProps } from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface Props extends Pick<TypographyProps, 'color'> {
  title: ReactNode;
  children: ReactNode;
}

/** A heading with its text. */
export function Passage({ title, color = 'textSecondary', children }: Props) {
  return (
    <div>
      <Typography variant="h4" component="h2">
        {title}
      </Typography>
      <Typography color={color} sx={{ maxWidth: '38em', mt: 0.75 }}>
        {children}
      </Typography>
    </div>
  );
}
