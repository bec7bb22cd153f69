import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { type ReturnState, usePaymentReturn } from '../features/checkout/usePaymentReturn';
import { useSession } from '../session/SessionProvider';
import { ErrorAlert } from '../ui/ErrorAlert';
import { Icon } from '../ui/Icon';
import { Link } from '../ui/Link';
import type { PageTitleProps } from '../ui/PageTitle';
import { useIsCurrentPage } from '../ui/useIsCurrentPage';
import { useShowOrder } from './useShowOrder';

/** The return URL of banks. */
export function CheckoutReturnPage({ title }: PageTitleProps) {
  const { id = '' } = useParams();
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const { whenKnown } = useSession();
  useEffect(() => {
    void whenKnown();
  }, [whenKnown]);
  // Removes the provider's parameters, which must not remain in the history or in screenshots.
  useEffect(() => {
    if (search !== '') void navigate(pathname, { replace: true });
  }, [search, pathname, navigate]);
  return (
    <Box sx={{ pt: { xs: 3, md: 4 }, maxWidth: 'sm' }}>
      <Typography variant="h1" sx={{ mb: 3 }}>
        {title}
      </Typography>
      <Checking key={id} id={id} />
    </Box>
  );
}

function Checking({ id }: { id: string }) {
  const navigate = useNavigate();
  const isCurrentPage = useIsCurrentPage();
  const { showOrder } = useShowOrder();
  const { state, isChecking, retry } = usePaymentReturn({
    id,
    onPlaced: showOrder,
    onOpen: (checkout) => {
      if (isCurrentPage()) void navigate(`/checkout/${checkout.id}`, { replace: true });
    },
  });
  if (state === 'MISSING') return <Missing />;
  return (
    <>
      <div role="status">
        <State state={state} />
      </div>
      {state !== 'CHECKING' && (
        <Button variant="ink" aria-busy={isChecking} onClick={retry} sx={{ mt: 2 }}>
          Try again
        </Button>
      )}
    </>
  );
}

function State({ state }: { state: ReturnState }) {
  if (state === 'CHECKING') return <Typography color="textSecondary">Checking your payment…</Typography>;
  return (
    <Alert severity="warning" icon={<Icon name="warn" />}>
      {state === 'BANK' ? (
        <>
          <b>We are waiting for your bank.</b> This page goes on by itself.
        </>
      ) : (
        <>
          <b>The payment service does not answer.</b> Nothing is lost: we keep asking; do not pay twice. This page goes
          on by itself.
        </>
      )}
    </Alert>
  );
}

/** Started in another browser, or by another user. */
function Missing() {
  return (
    <>
      <ErrorAlert
        sentence="This purchase cannot be shown in this browser."
        hint="If it was paid, its confirmation is in your mail. Otherwise nothing was charged."
      />
      <Typography sx={{ mt: 2 }}>
        <Link to="/order/find" color="primary">
          Find your order
        </Link>
      </Typography>
    </>
  );
}
