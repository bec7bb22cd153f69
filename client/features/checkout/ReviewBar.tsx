import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';

const bar = {
  position: 'fixed',
  zIndex: 'appBar',
  insetInline: 0,
  bottom: 0,
  display: 'flex',
  justifyContent: 'space-between',
  alignItems: 'center',
  gap: 2,
  p: '8px 18px',
  borderTop: 1,
  borderColor: 'divider',
  bgcolor: 'background.paper',
} as const;

/** On phones, between the total above and the button below: keeps the sum in view. */
export function ReviewBar({ total }: { total: string }) {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const review = document.getElementById('review');
    if (!review) return undefined;
    const place = () => {
      const { top } = review.getBoundingClientRect();
      setShown(window.scrollY > 320 && top > window.innerHeight - 120);
    };
    place();
    addEventListener('scroll', place, { passive: true });
    return () => removeEventListener('scroll', place);
  }, []);
  if (!isShown) return null;
  return (
    <Box sx={bar}>
      <Typography variant="h6" component="p">
        {total}
      </Typography>
      <Button
        variant="ink"
        onClick={() => {
          const review = document.getElementById('review');
          review?.scrollIntoView();
          review?.focus({ preventScroll: true });
        }}
      >
        Review
      </Button>
    </Box>
  );
}
