import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';

/** Text links and buttons, side by side. */
export function WaysOn({ children }: { children: ReactNode }) {
  return (
    <Stack component="p" direction="row" sx={{ flexWrap: 'wrap', justifyContent: 'center', gap: '12px 28px', mt: 2.5 }}>
      {children}
    </Stack>
  );
}
