import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { constants } from '../../lib/constants';
import { formatCard } from '../../lib/formatCard';
import { formatDay, formatDeliveryDays, formatTime } from '../../lib/formatDay';
import { formatCents } from '../../lib/money';
import { rem } from '../../theme/typography';
import { VisuallyHidden } from '../../ui/VisuallyHidden';
import { hasOwedRefund, netOf } from './orderMoney';
import type { Order } from './orderStatusLabels';

type State = 'done' | 'next' | 'later';

interface Step {
  readonly at: string;
  readonly what: string;
  readonly detail: string;
  readonly isDone: boolean;
}

type OrderEvent = Order['timeline'][number];

const actorWords = (by: OrderEvent['by']): string => (by === 'SHOP' ? 'By the shop' : 'By you');

type Words = readonly [what: string, detail: (amount: string, by: OrderEvent['by']) => string];

const happened: Readonly<Record<OrderEvent['kind'], Words>> = {
  // Visible to admins only.
  PAYMENT_DECLINED: ['Card declined', (amount) => amount],
  PLACED: ['Order placed', () => ''],
  UNDONE: ['Purchase undone', (_, by) => actorWords(by)],
  CANCELLED: ['Order cancelled', (_, by) => actorWords(by)],
  VOIDED: ['Never charged', (amount) => `${amount} is free again on your card`],
  CAPTURED: ['Card charged', (amount) => amount],
  CAPTURE_FAILED: ['The card could not be charged', (amount) => amount],
  SHIPPED: ['Parcel sent', () => ''],
  SHIPMENT_UNDONE: ['Parcel held back', () => 'By the shop'],
  SHIPMENT_CORRECTED: ['Tracking corrected', () => 'By the shop'],
  DELIVERED: ['Arrived', () => ''],
  DELIVERY_UNDONE: ['Not arrived yet', () => 'Corrected by the shop'],
  REST_CANCELLED: ['The rest was cancelled', () => 'By the shop'],
  REFUND_BEGUN: ['Refund begun', (amount) => amount],
  REFUND_FAILED: ['The refund did not work', (amount) => `The shop looks after ${amount}`],
  REFUNDED: ['Refunded', (amount) => `${amount} goes back to your card`],
  // Internal steps between shop and provider, hidden from buyers.
  DISPUTE_OPENED: ['Payment disputed', (amount) => amount],
  DISPUTE_WON: ['Dispute decided', (amount) => amount],
  DISPUTE_LOST: ['Dispute decided', (amount) => amount],
  DIFFERENCE_FIXED: ['Difference fixed', (amount) => amount],
  NOTE: ['Note', () => 'Seen by the shop alone'],
};

/** The time on the day of the order, later the date. */
const momentWords = (at: string, placedAt: string): string =>
  formatDay(at) === formatDay(placedAt) ? formatTime(at) : formatDay(at);

function doneSteps(order: Order): Step[] {
  const { placedAt, timeline } = order;
  return timeline.flatMap(({ at, kind, by, amount }) => {
    const [what, detail] = happened[kind];
    const step = {
      at: momentWords(at, placedAt),
      what,
      detail: detail(formatCents(amount?.amount ?? 0), by),
      isDone: true,
    };
    if (kind !== 'PLACED') return [step];
    const authorized = { ...step, what: 'Payment authorized', detail: formatCard(order) };
    return [{ ...step, detail: formatDay(at) }, ...(order.card ? [authorized] : [])];
  });
}

const hasEvent = ({ timeline }: Order, kind: OrderEvent['kind']) => timeline.some((event) => event.kind === kind);

const stepOf = (what: string, detail: string): Step => ({ at: '', what, detail, isDone: false });

/** What the payment provider still has to do; a failed refund is handled by the shop. */
function stepsOfCancelled(order: Order): Step[] {
  const { capturedTotal, paymentStatus, total } = order;
  const net = netOf(order);
  if (capturedTotal.amount === 0 && paymentStatus !== 'VOIDED')
    return [stepOf('Reservation given up', `${formatCents(total.amount)} is free on your card then`)];
  return net > 0 && !hasOwedRefund(order) ? [stepOf('Refunded', `${formatCents(net)} is going back to your card`)] : [];
}

/** undefined: it is charged already, or never will be. */
function chargeToCome({ canUndoUntil, paymentStatus }: Order): Step | undefined {
  if (paymentStatus === 'FAILED') return stepOf('Card charged', 'Nothing is sent before');
  if (paymentStatus !== 'AUTHORIZED') return undefined;
  if (canUndoUntil === null) return stepOf('Card charged', 'So far it is only reserved');
  return { ...stepOf('Card charged', 'Until then it is only reserved'), at: formatTime(canUndoUntil) };
}

function stepsToCome(order: Order): Step[] {
  const { status, paymentStatus, fulfillmentStatus, earliest, latest, shippingMethodName, lines } = order;
  if (status === 'CANCELLED') return stepsOfCancelled(order);
  const isDelivered = fulfillmentStatus === 'DELIVERED';
  const isSent = fulfillmentStatus === 'FULFILLED' || isDelivered;
  // Fully refunded orders, and pieces refunded before dispatch, are not shipped.
  const leavesMore = paymentStatus !== 'REFUNDED' && lines.some(({ openQuantity }) => openQuantity > 0);
  const charge = chargeToCome(order);
  const isArriving = leavesMore || lines.some(({ fulfilledQuantity }) => fulfilledQuantity > 0);
  const leaving = { at: '', what: 'Parcel leaves', detail: shippingMethodName, isDone: isSent };
  const arrival = {
    at: shippingMethodName === '' ? '' : formatDeliveryDays(earliest, latest),
    what: 'Arrives',
    detail: `Then ${constants.returnDays} days to return it`,
    isDone: isDelivered,
  };
  return [
    ...(charge ? [charge] : []),
    ...(leavesMore || (isSent && !hasEvent(order, 'SHIPPED')) ? [leaving] : []),
    ...(isArriving && !(isDelivered && hasEvent(order, 'DELIVERED')) ? [arrival] : []),
  ];
}

const stateWords: Readonly<Record<State, string>> = { done: 'done', next: 'next', later: 'later' };

/** Past steps are filled, the next one is amber, later ones are hollow; a line joins them. */
const List = styled('ol')(({ theme: { vars } }) => ({
  containerType: 'inline-size',
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& li': {
    position: 'relative',
    display: 'grid',
    gridTemplateColumns: `${rem(96)} ${rem(12)} minmax(0, 1fr)`,
    gap: rem(10),
    alignItems: 'start',
    paddingBottom: rem(16),
  },
  '& li:not(:last-of-type)::before': {
    content: '""',
    position: 'absolute',
    left: `calc(${rem(96)} + ${rem(10)} + ${rem(5.5)})`,
    top: rem(8),
    bottom: rem(-8),
    width: 1,
    backgroundColor: vars.palette.divider,
  },
  '& li > div': { minWidth: 0, overflowWrap: 'anywhere' },
  // With large text the day stands above the event.
  [`@container (max-width: ${rem(240)})`]: {
    '& li': { gridTemplateColumns: `${rem(12)} minmax(0, 1fr)`, rowGap: 0 },
    '& li > :nth-of-type(2)': { gridArea: '1 / 1 / span 2' },
    '& li > :not(:nth-of-type(2))': { gridColumn: 2 },
    '& li:not(:last-of-type)::before': { left: rem(5.5) },
  },
}));

const point: Readonly<Record<State, object>> = {
  done: { borderColor: 'primary.main', bgcolor: 'primary.main' },
  next: { borderColor: 'secondary.main', bgcolor: 'secondary.main' },
  later: { borderColor: 'outline', bgcolor: 'background.paper' },
};
const shape = { position: 'relative', width: 12, height: 12, mt: 0.75, border: 2, borderRadius: '50%' } as const;

export function NextSteps({ order }: { order: Order }) {
  const steps = [...doneSteps(order), ...stepsToCome(order)];
  const next = steps.findIndex(({ isDone }) => !isDone);
  return (
    <List>
      {steps.map(({ at, what, detail, isDone }, index) => {
        const state: State = isDone ? 'done' : index === next ? 'next' : 'later';
        return (
          <li key={`${index} ${what}`}>
            <Typography variant="caption" color="textSecondary">
              {at}
            </Typography>
            <Box component="span" sx={{ ...shape, ...point[state] }} />
            <div>
              <Typography variant="body2">
                {what}
                <VisuallyHidden>, {stateWords[state]}</VisuallyHidden>
              </Typography>
              <Typography variant="caption" component="p" color="textSecondary" dir="auto">
                {detail}
              </Typography>
            </div>
          </li>
        );
      })}
    </List>
  );
}
