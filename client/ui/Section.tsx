import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface Props {
  /** The heading's id. */
  id: string;
  title: ReactNode;
  /** A button of the variant `text`, at the end of the heading's line. */
  action?: ReactNode;
  children: ReactNode;
}

const head = {
  flexWrap: { sm: 'wrap' },
  justifyContent: 'space-between',
  alignItems: 'end',
  gap: 2,
  mb: 3.5,
  '& > a, & > button': { flex: 'none', px: { xs: 0, sm: 1 }, mr: { sm: -1 } },
} as const;

export function Section({ id, title, action, children }: Props) {
  return (
    <Box component="section" aria-labelledby={id} sx={{ mt: { xs: 7, md: 11 } }}>
      <Stack direction="row" sx={head}>
        <Typography variant="h2" id={id} sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          {title}
        </Typography>
        {action}
      </Stack>
      {children}
    </Box>
  );
}
