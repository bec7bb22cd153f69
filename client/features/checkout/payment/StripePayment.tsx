import Skeleton from '@mui/material/Skeleton';
import { lazyModule } from '../../../lib/lazyModule';
import { rem } from '../../../theme/typography';
import { lazyComponent } from '../../../ui/lazyComponent';

/** In its own chunk, so that shops without Stripe do not load it. */
export const StripePayment = lazyComponent(
  lazyModule(() => import('./StripePaymentForm')),
  'StripePaymentForm',
  {
    title: 'The card form',
    loading: <Skeleton variant="rounded" height={rem(220)} />,
  },
);
