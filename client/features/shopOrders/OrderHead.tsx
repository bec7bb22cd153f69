import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { Link } from '../../ui/Link';
import { useOriginList } from '../../ui/useOriginList';
import { isCancellable, type ShopOrder, statusesOf } from './shopOrder';
import type { useCancellation } from './useCancellation';

interface Props {
  /** The page's own actions. */
  heading: ReactNode;
  /** Undefined while loading. */
  order: ShopOrder | undefined;
  children?: ReactNode;
}

/** Back link, number and the actions on the whole order. */
export function OrderHead({ heading, order, children }: Props) {
  const list = useOriginList();
  return (
    <Stack sx={{ gap: 1.5, width: 1 }}>
      <Typography variant="body2" component="nav" aria-label="Breadcrumb" color="textSecondary">
        <Link to={`/dashboard/shopOrders${list && `?${list}`}`} color="inherit">
          Shop orders
        </Link>
        {order && ` / ${order.number}`}
      </Typography>
      <Stack direction="row" sx={{ flexWrap: 'wrap', justifyContent: 'space-between', alignItems: 'center', gap: 2 }}>
        {heading}
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
          {children}
        </Stack>
      </Stack>
      {order && <Statuses order={order} />}
    </Stack>
  );
}

function Statuses({ order }: { order: ShopOrder }) {
  return (
    <Stack component="dl" direction="row" sx={{ flexWrap: 'wrap', gap: '12px 32px', m: 0 }}>
      {statusesOf(order).map(([about, shown]) => (
        <div key={about}>
          <Typography variant="caption" component="dt" color="textSecondary">
            {about}
          </Typography>
          <Box component="dd" sx={{ m: 0, mt: 0.5 }}>
            <Chip variant="status" {...shown} />
          </Box>
        </div>
      ))}
    </Stack>
  );
}

/** Links to the order's printable documents. */
export function OrderPapers({ order: { number, invoiceNumber, creditNotes } }: { order: ShopOrder }) {
  const paper = (name: string, words: string) => (
    <Button key={name} component={RouterLink} to={`/dashboard/shopOrders/${number}/${name}`} variant="quiet">
      {words}
    </Button>
  );
  return (
    <>
      {paper('packing', 'Packing slip')}
      {invoiceNumber !== null && paper('invoice', `Invoice ${invoiceNumber}`)}
      {creditNotes.map((note) => paper(note.number, `Credit note ${note.number}`))}
    </>
  );
}

interface ActionsProps {
  order: ShopOrder;
  cancellation: ReturnType<typeof useCancellation>;
}

export function OrderActions({ order, cancellation: { ask, detail, close, cancel, isBusy } }: ActionsProps) {
  if (!isCancellable(order)) return null;
  const isPartly = order.fulfillmentStatus === 'PARTIALLY_FULFILLED';
  const words = isPartly ? 'Cancel the rest' : 'Cancel order';
  return (
    <>
      <Button variant="quiet" color="error" disabled={isBusy} onClick={() => void ask()}>
        {isBusy ? 'Cancelling…' : words}
      </Button>
      {detail !== undefined && (
        <ConfirmDialog
          question={isPartly ? 'Cancel what has not left?' : 'Cancel this order?'}
          detail={detail}
          confirm={words}
          keep={isPartly ? 'Keep the rest' : 'Keep order'}
          onClose={close}
          onConfirm={() => void cancel()}
        />
      )}
    </>
  );
}
