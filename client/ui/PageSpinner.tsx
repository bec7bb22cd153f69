import { keyframes, styled } from '@mui/material/styles';
import { appearsLate } from '../theme/motion';
import { rem } from '../theme/typography';
import { PageWaiting } from './PageWaiting';

const turn = keyframes({ to: { transform: 'rotate(1turn)' } });

/** MUI's CircularProgress would be in the first load. */
const Spinner = styled('span')(({ theme: { vars } }) => ({
  display: 'inline-block',
  width: rem(36),
  height: rem(36),
  border: `3px solid ${vars.palette.divider}`,
  borderTopColor: vars.palette.primary.main,
  borderRadius: '50%',
  ...appearsLate,
  animation: `${turn} 0.9s linear infinite, ${appearsLate.animation}`,
}));

/** Replaces a page that is slow to load. */
export function PageSpinner() {
  return (
    <PageWaiting sx={{ width: 1, textAlign: 'center' }}>
      <Spinner role="progressbar" aria-label="Loading" />
    </PageWaiting>
  );
}
