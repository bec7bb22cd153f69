import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import { keyframes } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { PictureFrame } from '../../features/products/PictureFrame';
import { constants } from '../../lib/constants';
import { categoryPath } from '../../lib/paths';
import { Awning } from '../../ui/Awning';
import { useEntrance, useHoverAndPress } from '../../ui/motion';

const { heading, subtext, buttons, hover, press } = constants.hero;
const entrance = [
  { selector: 'h1', ...heading },
  { selector: 'p', ...subtext },
  { selector: 'a', ...buttons },
];

// Not 0: elements that were never painted do not count for Largest Contentful Paint.
const enter = keyframes({ from: { opacity: 0.01, transform: 'translateY(20px)' } });
const enters = ({ duration, delay }: { duration: number; delay: number }, stagger = 0) => ({
  animation: `${enter} ${duration}s ease-out ${delay + stagger}s both`,
});
const entering = {
  '& h1': enters(heading),
  '& p': enters(subtext),
  '& a': enters(buttons),
  '& a + a': enters(buttons, buttons.stagger),
};

const columns = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '1.02fr 1fr' },
  gap: { xs: 4, md: 9 },
  alignItems: 'center',
  pt: { xs: 4.5, md: 9 },
  pb: { xs: 6, md: 10 },
};
const kiosk = { width: { xs: 'min(100%, 520px)', md: 'auto' }, mx: { xs: 'auto', md: 0 } };
const kioskWindow = {
  height: { xs: 'min(420px, 82vw)', md: 500 },
  p: '42px 14px 14px',
  borderRadius: '0 0 20px 20px',
  boxShadow: 1,
};
const button = { flex: { xs: '1 1 auto', sm: 'none' }, px: { xs: 1.5, sm: 3.5 } };

/**
 * On a document load the entrance is a CSS animation, which needs no script; on client-side navigation framer-motion plays
 * the same.
 */
export function Hero() {
  const root = useRef<HTMLElement>(null);
  const { key } = useLocation();
  const [byDocument] = useState(key === 'default');
  useEntrance(root, entrance, byDocument);
  const moves = useHoverAndPress(hover, press);
  return (
    <Box component="section" ref={root} sx={byDocument ? { ...columns, ...entering } : columns}>
      <div>
        <Typography variant="display" component="h1">
          Discover Amazing Products at Great Prices
        </Typography>
        <Typography
          variant="lead"
          component="p"
          color="textSecondary"
          sx={{ maxWidth: '33em', mt: { xs: 2.25, md: 3 }, mb: { xs: 3, md: 4.25 } }}
        >
          Shop from our curated collection of high-quality products across electronics, fashion, home &amp; garden, and
          sports &amp; fitness.
        </Typography>
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1.75 }}>
          <Button component={Link} to="/products" size="large" sx={button} {...moves}>
            Shop Now
          </Button>
          <Button component={Link} to={categoryPath('Electronics')} variant="ink" size="large" sx={button} {...moves}>
            Browse Electronics
          </Button>
        </Stack>
      </div>
      <Box aria-hidden="true" sx={kiosk}>
        <Awning />
        <Paper sx={kioskWindow}>
          <PictureFrame tint="home" sx={{ height: 1, aspectRatio: 'auto', borderRadius: '10px' }}>
            <img
              src="/pictures/hero-1200.avif"
              srcSet="/pictures/hero-800.avif 800w, /pictures/hero-1200.avif 1200w"
              // Smaller than on phones, whose dense screens would fetch twice the bytes without visible benefit.
              sizes="(min-width: 900px) 540px, 75vw"
              alt=""
              width={1200}
              height={1200}
              decoding="async"
            />
          </PictureFrame>
        </Paper>
      </Box>
    </Box>
  );
}
