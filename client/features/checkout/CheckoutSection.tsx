import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { type ReactNode, type Ref, useId } from 'react';
import { rem } from '../../theme/typography';

interface Props {
  /** Makes the heading focusable. */
  ref?: Ref<HTMLElement>;
  number: number;
  title: string;
  /** Marks a section with a failure. */
  isMarked?: boolean;
  /** At the end of the heading's line. */
  aside?: ReactNode;
  children: ReactNode;
}

const badge = {
  display: 'grid',
  placeItems: 'center',
  width: rem(28),
  height: rem(28),
  borderRadius: '50%',
  bgcolor: 'primary.soft',
  color: 'primary.main',
  typography: 'label',
  fontWeight: 'fontWeightBold',
} as const;

export function CheckoutSection({ ref, number, title, isMarked = false, aside, children }: Props) {
  const id = useId();
  return (
    <Paper
      {...(ref && { ref, tabIndex: -1 })}
      variant="panel"
      component="section"
      aria-labelledby={id}
      sx={{ gap: 2.25, ...(isMarked && { borderColor: 'error.main' }) }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
        <Box component="span" aria-hidden="true" sx={badge}>
          {number}
        </Box>
        <Typography variant="h4" component="h2" id={id}>
          {title}
        </Typography>
        {aside && <Box sx={{ ml: 'auto' }}>{aside}</Box>}
      </Box>
      {children}
    </Paper>
  );
}
