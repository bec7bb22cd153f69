import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { type Ref, useEffect, useRef } from 'react';
import { formatTime } from '../../lib/formatDay';
import { formatCents } from '../../lib/money';
import { rem } from '../../theme/typography';
import { BidiText } from '../../ui/BidiText';
import { Icon } from '../../ui/Icon';
import { SumList } from '../../ui/SumList';
import { SvgIcon } from '../../ui/SvgIcon';
import { addressInOneLine, type AddressValues } from './address';
import type { Checkout, CheckoutLine } from './checkoutApi';
import { checkoutIcons } from './checkoutIcons';
import { isHeld, isRefunding, needsAnswer } from './checkoutState';
import type { FieldProblem } from './fieldProblem';
import { type LineAnswer, ReviewLines } from './ReviewLines';
import type { LookedUp } from './useLookups';
import type { Notice, Purchase } from './usePurchase';

interface Props {
  ref: Ref<HTMLElement>;
  checkout: Checkout;
  /** False: the tax is unknown so far. */
  isFinal: boolean;
  address: AddressValues;
  purchase: Purchase;
  isOver: boolean;
  problems: readonly FieldProblem[];
  onField: (name: string) => void;
  onAnswer: (line: CheckoutLine, answer: LineAnswer) => void;
}

const head = { display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', alignItems: 'center', gap: 1 };
const box = { borderRadius: 1.5, boxShadow: 1, scrollMarginTop: rem(60) } as const;
/** On wide windows the amount to pay joins it above. */
const joined = { ...box, borderRadius: { xs: 1.5, md: '0 0 12px 12px' } } as const;

/** Lines, sums and the button stand together, so that buyers see what they agree to. */
export function ReviewPanel({ ref, checkout, isFinal, address, purchase, isOver, problems, onField, onAnswer }: Props) {
  return (
    <Paper
      ref={ref}
      variant="panel"
      component="section"
      id="review"
      tabIndex={-1}
      aria-labelledby="review-title"
      sx={isRefunding(checkout) ? box : joined}
    >
      <Box sx={head}>
        <Typography variant="h4" component="h2" id="review-title">
          Review
        </Typography>
        <Hold checkout={checkout} isOver={isOver} />
      </Box>
      {purchase.notice && <NoticeBox notice={purchase.notice} isBusy={purchase.isPlacing || purchase.isWaiting} />}
      <WaitingNotice waitsFor={purchase.waitsFor} />
      <ReviewLines lines={checkout.lines} onAnswer={onAnswer} />
      <SumList sums={sumsOf(checkout, isFinal)} total={formatCents(checkout.total.amount)} />
      {problems.length > 0 && <ProblemLinks problems={problems} onField={onField} />}
      <PlaceOrder checkout={checkout} purchase={purchase} isOver={isOver} />
      {address.countryCode !== '' && addressInOneLine(address) !== '' && (
        <Typography variant="caption" component="p" color="textSecondary" dir="auto" sx={{ overflowWrap: 'anywhere' }}>
          To {addressInOneLine(address)}.
        </Typography>
      )}
    </Paper>
  );
}

function Hold({ checkout, isOver }: { checkout: Checkout; isOver: boolean }) {
  const { heldUntil } = checkout;
  const isLost = isOver || checkout.status === 'EXPIRED';
  if (!isLost && (heldUntil === null || !isHeld(checkout))) return null;
  return (
    <Typography
      variant="label"
      component="p"
      role="status"
      color={isLost ? 'error' : 'textPrimary'}
      sx={{ display: 'flex', alignItems: 'center', gap: 1 }}
    >
      {isLost ? <Icon name="warn" size={16} /> : <SvgIcon lines={checkoutIcons.clock} size={16} />}
      {isLost || heldUntil === null ? 'No longer held' : `Held for you until ${formatTime(heldUntil)}`}
    </Typography>
  );
}

/** '–' until the destination is known. */
function sumsOf(checkout: Checkout, isFinal: boolean): (readonly [string, string])[] {
  const { subtotal, shippingTotal, shippingMethod, taxTotal, taxIncluded, taxZone } = checkout;
  const shipping = shippingTotal.amount === 0 ? 'Free' : formatCents(shippingTotal.amount);
  return [
    ['Subtotal', formatCents(subtotal.amount)],
    [shippingMethod ? `Shipping, ${shippingMethod.name}` : 'Shipping', shippingMethod ? shipping : '–'],
    [
      `${taxIncluded ? 'Tax, included' : 'Tax'}${taxZone === null ? '' : `, ${taxZone}`}`,
      isFinal ? formatCents(taxTotal.amount) : '–',
    ],
  ];
}

function NoticeBox({ notice, isBusy }: { notice: Notice; isBusy: boolean }) {
  const { title, details, advice, severity } = notice;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), [notice]);
  return (
    <Alert ref={box} tabIndex={-1} severity={severity} icon={<Icon name="warn" />}>
      <b>{title}</b>
      {details.map((sentence) => (
        <div key={sentence}>
          <BidiText text={sentence} />
        </div>
      ))}
      {advice !== undefined && !isBusy && <div>{advice}</div>}
    </Alert>
  );
}

const silentProvider = [
  'The payment service does not answer.',
  'We keep asking; do not pay twice. This page goes on by itself.',
] as const;

function waitingWords(waitsFor: LookedUp): readonly [lead: string, rest: string] {
  if (waitsFor === 'WAITING') return silentProvider;
  if (waitsFor === 'NO_ANSWER')
    return [
      'The shop could not look at your payment.',
      'It keeps asking; do not pay twice. This page goes on by itself.',
    ];
  const { payment } = waitsFor;
  // Also while the payment service still refuses it.
  if (isRefunding(waitsFor))
    return ['Sold out while you were paying.', 'What was taken from your card goes back in full; you need do nothing.'];
  if (!payment) return ['The shop is still reserving your order.', 'Nothing was charged. This page goes on by itself.'];
  if (payment.result === 'PENDING') return ['We are waiting for your bank.', 'This page goes on by itself.'];
  if (payment.result === 'AUTHORIZED' || payment.result === 'SUCCEEDED')
    return ['Your payment has arrived.', 'We are finishing your order; do not pay twice. This page goes on by itself.'];
  return silentProvider;
}

/** Always there, because screen readers announce what comes into a region that they know. */
function WaitingNotice({ waitsFor }: Pick<Purchase, 'waitsFor'>) {
  const [lead, rest] = waitsFor ? waitingWords(waitsFor) : [];
  return (
    <Box role="status" sx={{ '&:empty': { position: 'absolute' } }}>
      {lead !== undefined && (
        <Alert severity="warning" role="presentation" icon={<SvgIcon lines={checkoutIcons.clock} />}>
          <b>{lead}</b> {rest}
        </Alert>
      )}
    </Box>
  );
}

function ProblemLinks({ problems, onField }: { problems: readonly FieldProblem[]; onField: (name: string) => void }) {
  return (
    <Alert severity="error" icon={<Icon name="warn" />}>
      <b>{problems.length === 1 ? 'One field needs your answer' : `${problems.length} fields need your answer`}</b>
      <Box component="ul" sx={{ p: 0, listStyle: 'none' }}>
        {problems.map(({ name, label, message }) => (
          <li key={name}>
            <Button
              variant="link"
              color="error"
              onClick={() => onField(name)}
              sx={{ color: 'inherit', textAlign: 'left' }}
            >
              {label}: {message}
            </Button>
          </li>
        ))}
      </Box>
    </Alert>
  );
}

function PlaceOrder({ checkout, purchase, isOver }: Pick<Props, 'checkout' | 'purchase' | 'isOver'>) {
  const { isPlacing, isWaiting } = purchase;
  const total = formatCents(checkout.total.amount);
  const answersFirst = needsAnswer(checkout);
  const asksBank = checkout.status === 'ACTION_REQUIRED';
  const refunding = isRefunding(checkout);
  const isBusy = (isPlacing || isWaiting) && !refunding;
  const words = () => {
    if (refunding) return 'Refund under way';
    if (isBusy) return 'Placing order…';
    if (asksBank) return 'Answer your bank';
    return `${isOver ? 'Try again' : 'Place order'} · ${total}`;
  };
  return (
    <>
      <Button
        type="submit"
        size="large"
        fullWidth
        aria-busy={isBusy}
        aria-disabled={answersFirst || isBusy || refunding || undefined}
        {...(answersFirst && { 'aria-describedby': 'answers-first' })}
      >
        {words()}
      </Button>
      {answersFirst && (
        <Typography id="answers-first" variant="caption" color="textSecondary">
          Accept or remove the changed line first.
        </Typography>
      )}
    </>
  );
}
