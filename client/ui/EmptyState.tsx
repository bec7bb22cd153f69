import Stack from '@mui/material/Stack';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { rem } from '../theme/typography';

/** A closed kiosk. */
const Kiosk = styled('svg')(({ theme: { vars } }) => ({
  width: rem(120),
  height: rem(92),
  stroke: vars.palette.divider,
  strokeWidth: 2,
  fill: vars.palette.background.sunken,
  '& path:last-of-type': { stroke: 'none', fill: vars.palette.secondary.main },
  '& rect': { fill: vars.palette.background.default },
}));

export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <Stack sx={{ alignItems: 'center', gap: 1.75, p: '56px 24px', textAlign: 'center' }}>
      <Kiosk viewBox="0 0 120 92" aria-hidden="true" focusable="false">
        <path d="M14 30h92v50a6 6 0 0 1-6 6H20a6 6 0 0 1-6-6z" />
        <path d="M8 14a6 6 0 0 1 6-6h92a6 6 0 0 1 6 6v16a8.7 8.7 0 0 1-17.3 0 8.7 8.7 0 0 1-17.4 0 8.7 8.7 0 0 1-17.3 0 8.7 8.7 0 0 1-17.3 0 8.7 8.7 0 0 1-17.4 0A8.7 8.7 0 0 1 8 30z" />
        <rect x="34" y="52" width="52" height="22" rx="3" />
      </Kiosk>
      <Typography variant="h5" component="p">
        {title}
      </Typography>
      {children}
    </Stack>
  );
}
