import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';
import { rem } from '../theme/typography';

/** The frame of sign-in, registration and the targets of the mails. The picture is hidden where the form comes first. */
export function AuthPage({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '1fr 1fr' },
        minHeight: { md: `min(${rem(828)}, 100vh - ${rem(72)})` },
      }}
    >
      <Box
        aria-hidden="true"
        sx={[
          { position: 'relative', display: { xs: 'none', md: 'block' }, bgcolor: 'category.home' },
          { '& img': { position: 'absolute', inset: 0 } },
          (theme) => theme.applyStyles('dark', { '& img': { filter: 'brightness(0.82)' } }),
        ]}
      >
        <img
          src="/pictures/sign-in-900.avif"
          srcSet="/pictures/sign-in-600.avif 600w, /pictures/sign-in-900.avif 900w"
          sizes="50vw"
          alt=""
          width={900}
          height={1200}
          loading="lazy"
        />
      </Box>
      <Stack
        sx={{
          gap: 2.5,
          width: '100%',
          minWidth: 0,
          maxWidth: rem(468),
          mx: 'auto',
          px: { xs: 2.25, md: 3 },
          pt: { xs: 4.5, md: 7 },
          pb: { xs: 3, md: 6 },
        }}
      >
        {children}
      </Stack>
    </Box>
  );
}
