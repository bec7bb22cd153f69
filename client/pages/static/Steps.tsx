import Avatar from '@mui/material/Avatar';
import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';
import { rem } from '../../theme/typography';
import { Passage } from './Passage';

const number = {
  width: rem(40),
  height: rem(40),
  bgcolor: 'primary.soft',
  color: 'primary.main',
  typography: 'h5',
} as const;

/** Numbered steps, joined by a line. */
export function Steps({ steps }: { steps: readonly (readonly [title: string, words: ReactNode])[] }) {
  return (
    <Box component="ol" sx={{ p: 0, listStyle: 'none' }}>
      {steps.map(([title, words], index) => (
        <Stack component="li" direction="row" key={title} sx={{ gap: 3, pb: 3.5 }}>
          <Stack aria-hidden="true" sx={{ alignItems: 'center', gap: 0.75, mt: -0.75, mb: -2 }}>
            <Avatar sx={number}>{index + 1}</Avatar>
            {index < steps.length - 1 && (
              <Divider orientation="vertical" sx={{ flex: 1, height: 'auto', borderRightWidth: 2 }} />
            )}
          </Stack>
          <Passage title={title}>{words}</Passage>
        </Stack>
      ))}
    </Box>
  );
}
