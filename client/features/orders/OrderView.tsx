import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { formatCard } from '../../lib/formatCard';
import { formatCents } from '../../lib/money';
import { productPath } from '../../lib/paths';
import { rem } from '../../theme/typography';
import { AddressLines } from '../../ui/AddressLines';
import { Awning } from '../../ui/Awning';
import { Icon } from '../../ui/Icon';
import { Link } from '../../ui/Link';
import { PurchasedLine } from '../../ui/PurchasedLine';
import { isBeside, SideBySide } from '../../ui/SideBySide';
import { SumList } from '../../ui/SumList';
import { BuyAgain } from './BuyAgain';
import { NextSteps } from './NextSteps';
import { OrderMessages } from './OrderMessages';
import { netOf } from './orderMoney';
import { type Order, statusLabelsOf } from './orderStatusLabels';
import { Parcels } from './Parcels';
import { PaymentFailed } from './PaymentFailed';
import { UndoBox } from './UndoBox';
import type { EndedOrder } from './useEndOrder';

interface HeadProps {
  order: Order;
  /** A guest's token. */
  token: string | undefined;
  /** Placed just now in this tab: starts with the thanks. */
  isPlacedNow: boolean;
  /** Undone or cancelled just now, in this tab. */
  ended: EndedOrder | undefined;
  onEnded: (ended: EndedOrder) => void;
  /** Reads the order again; stable. */
  reload: () => Promise<void>;
}

interface Props extends HeadProps {
  onCartChange: () => void;
}

const columns = `minmax(0, 1.6fr) minmax(${rem(280)}, 1fr)`;
/** In one column the next steps precede the lines. */
const next = { order: -1, [isBeside]: { order: 0 } };

export function OrderView({ onCartChange, ...head }: Props) {
  const { order, token, isPlacedNow } = head;
  return (
    <Box sx={{ width: 1, pt: { xs: 2.5, md: 4 } }}>
      {isPlacedNow && <Awning />}
      <Head {...head} />
      <Box sx={{ mt: { xs: 2, md: 5 } }}>
        <SideBySide columns={columns} gap={{ xs: 2, md: 5 }}>
          <Stack sx={{ gap: 2.5, minWidth: 0 }}>
            <PurchasedLines order={order} />
            <Box sx={{ display: 'grid', gridTemplateColumns: { sm: '1fr 1fr' }, gap: 2.5 }}>
              {order.shippingAddress.countryCode !== '' && (
                <Part title="Delivery address">
                  <AddressLines address={order.shippingAddress} />
                </Part>
              )}
              <Part title="Payment">
                <PaymentLines order={order} />
                <Papers order={order} token={token} />
              </Part>
            </Box>
            {order.messages && (
              <Part title="Messages">
                <OrderMessages messages={order.messages} />
              </Part>
            )}
          </Stack>
          <Stack sx={{ gap: 2.5, ...next }}>
            <Part title={order.status === 'CANCELLED' ? 'What happened' : 'What happens next'}>
              <NextSteps order={order} />
            </Part>
            {order.fulfillments.length > 0 && (
              <Part title="Parcels">
                <Parcels parcels={order.fulfillments} />
              </Part>
            )}
            <Part title="Anything else?">
              <BuyAgain number={order.number} token={token} onCartChange={onCartChange} />
              <Link to="/contact" color="primary" variant="body2" sx={{ display: 'flex', gap: 1.5 }}>
                <Icon name="chat" />
                Ask about this order
              </Link>
            </Part>
          </Stack>
        </SideBySide>
      </Box>
    </Box>
  );
}

const headColumns = `minmax(0, 1fr) minmax(${rem(280)}, ${rem(320)})`;
const underAwning = { boxShadow: 1, pt: { xs: 4.5, md: 6 } } as const;

function Head({ order, token, isPlacedNow, ended, onEnded, reload }: HeadProps) {
  const { number, email } = order;
  return (
    <Paper variant="panel" sx={isPlacedNow ? underAwning : {}}>
      <SideBySide columns={headColumns} gap={{ xs: 2, md: 4 }}>
        <Stack sx={{ gap: 1.5, minWidth: 0 }}>
          <Typography variant="h1" sx={{ overflowWrap: 'anywhere' }}>
            {isPlacedNow && !ended ? 'Thank you, your order ' : 'Order '}
            <Box component="span" sx={{ display: 'inline-block' }}>
              {number}
            </Box>
            {isPlacedNow && !ended && ' is placed'}
          </Typography>
          {ended && <EndedNote ended={ended} />}
          <PaymentFailed order={order} />
          {email !== '' && (
            <Typography dir="auto" sx={{ overflowWrap: 'anywhere' }}>
              Its messages go to <b>{email}</b>.
            </Typography>
          )}
          <Stack component="dl" direction="row" sx={{ flexWrap: 'wrap', gap: '12px 32px', m: 0 }}>
            {statusLabelsOf(order).map(({ name, label, color }) => (
              <div key={name}>
                <Typography variant="caption" component="dt" color="textSecondary">
                  {name}
                </Typography>
                <Box component="dd" sx={{ m: 0, mt: 0.5 }}>
                  <Chip variant="status" color={color} label={label} />
                </Box>
              </div>
            ))}
          </Stack>
        </Stack>
        <UndoBox order={order} token={token} isEnded={ended !== undefined} onEnded={onEnded} reload={reload} />
      </SideBySide>
    </Paper>
  );
}

/** Takes the focus of the pressed button, which is gone. */
function EndedNote({ ended: { words, returnedToCart } }: { ended: EndedOrder }) {
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => note.current?.focus(), []);
  return (
    <Alert ref={note} severity="success" tabIndex={-1}>
      Your order is cancelled. {words}{' '}
      {returnedToCart > 0 && (
        <Link to="/cart" color="inherit" underline="always">
          View cart
        </Link>
      )}
    </Alert>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Paper variant="panel" component="section" aria-labelledby={id} sx={{ alignContent: 'start' }}>
      <Typography variant="h4" component="h2" id={id}>
        {title}
      </Typography>
      {children}
    </Paper>
  );
}

/** 'Tax, California 7.25%' if there is only one rate. */
function taxName({ lines, taxIncluded, taxZone }: Order): string {
  const rates = [...new Set(lines.map(({ taxRate }) => taxRate))];
  const rate = rates.length === 1 && taxZone !== null ? ` ${rates[0]}%` : '';
  return `${taxIncluded ? 'Tax, included' : 'Tax'}${taxZone === null ? '' : `, ${taxZone}`}${rate}`;
}

function PurchasedLines({ order }: { order: Order }) {
  const { lines, subtotal, shippingTotal, shippingMethodName, taxTotal, total, refundedTotal } = order;
  const isPartlySent = order.fulfillmentStatus === 'PARTIALLY_FULFILLED';
  const shipping = shippingTotal.amount === 0 ? 'Free' : formatCents(shippingTotal.amount);
  return (
    <Part title="What you bought">
      <Box component="ul" aria-label="What you bought" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {lines.map(({ id, product, name, picture, quantity, fulfilledQuantity, unitPrice, total: sum }) => (
          <PurchasedLine
            key={id}
            id={id}
            picture={picture}
            name={
              product ? (
                <Link to={productPath(product.slug)}>
                  <bdi>{name}</bdi>
                </Link>
              ) : (
                <bdi>{name}</bdi>
              )
            }
            pieces={[
              `${quantity} × ${formatCents(unitPrice.amount)}`,
              ...(isPartlySent ? [`${fulfilledQuantity} of ${quantity} sent`] : []),
            ].join(', ')}
            total={formatCents(sum.amount)}
          />
        ))}
      </Box>
      <SumList
        sums={[
          ['Subtotal', formatCents(subtotal.amount)],
          [['Shipping', shippingMethodName].filter(Boolean).join(', '), shipping],
          [taxName(order), formatCents(taxTotal.amount)],
        ]}
        total={formatCents(total.amount)}
        after={
          refundedTotal.amount > 0
            ? [
                ['Refunded', `−${formatCents(refundedTotal.amount)}`],
                ['Net', formatCents(netOf(order))],
              ]
            : []
        }
      />
    </Part>
  );
}

/** Invoice and credit notes, once there are any. */
function Papers({ order, token }: Pick<HeadProps, 'order' | 'token'>) {
  const { number, invoiceNumber, creditNotes } = order;
  const path = token === undefined ? `/dashboard/orders/${number}` : `/order/${number}/${token}`;
  if (invoiceNumber === null) return null;
  return (
    <Stack sx={{ alignItems: 'start', gap: 0.5 }}>
      <Link to={`${path}/invoice`} color="primary" variant="body2">
        Invoice {invoiceNumber}
      </Link>
      {creditNotes.map((note) => (
        <Link key={note.number} to={`${path}/${note.number}`} color="primary" variant="body2">
          Credit note {note.number}
        </Link>
      ))}
    </Stack>
  );
}

/** undefined: neither charged nor reserved. */
function takenWords({ capturedTotal, total, paymentStatus }: Order): string | undefined {
  if (capturedTotal.amount > 0) return `${formatCents(capturedTotal.amount)} charged`;
  return paymentStatus === 'AUTHORIZED' ? `${formatCents(total.amount)} authorized` : undefined;
}

function PaymentLines({ order }: { order: Order }) {
  const { billingAddress, isTest } = order;
  const done = takenWords(order);
  return (
    <div>
      <Typography variant="body2">{formatCard(order)}</Typography>
      {done && (
        <Typography variant="body2" color="textSecondary">
          {done}
        </Typography>
      )}
      {isTest && (
        <Typography variant="body2" color="textSecondary">
          Test order: no money moved.
        </Typography>
      )}
      {billingAddress ? (
        <AddressLines address={billingAddress} />
      ) : (
        <Typography variant="body2" color="textSecondary">
          Billing address: the same
        </Typography>
      )}
    </div>
  );
}
