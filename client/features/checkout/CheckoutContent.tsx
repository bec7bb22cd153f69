import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type FormEvent, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { formatTime } from '../../lib/formatDay';
import { formatCents } from '../../lib/money';
import { rem } from '../../theme/typography';
import { fieldProps } from '../../ui/formBinding';
import { FormField } from '../../ui/FormField';
import { Icon } from '../../ui/Icon';
import { useFocusFallback } from '../../ui/useFocusFallback';
import { useMediaQuery } from '../../ui/useMediaQuery';
import type { Country } from './address';
import type { Checkout } from './checkoutApi';
import { CheckoutSection } from './CheckoutSection';
import { hasEnded, isHeld, isRefunding, isTotalKnown, needsAnswer } from './checkoutState';
import { DeliverySection } from './DeliverySection';
import { type FieldProblem, focusField } from './fieldProblem';
import { MethodSection } from './MethodSection';
import { MoreTimeDialog } from './MoreTimeDialog';
import { declineMessage } from './payment/declineMessage';
import { noPaymentForm, type PaymentFormHandle } from './payment/paymentForm';
import { paymentProvider } from './payment/providers';
import { PayPanel } from './PayPanel';
import { ReviewBar } from './ReviewBar';
import { ReviewPanel } from './ReviewPanel';
import { useLineProblemAnswers } from './useLineProblemAnswers';
import { type ListenToCart, useCartSync } from './useCartSync';
import { type CheckoutForm, useCheckoutForm } from './useCheckoutForm';
import { useHasPassed, useIsOnline } from './useHasPassed';
import { noticeOf, type Purchase, usePurchase } from './usePurchase';
import { useSavedAddresses } from './useSavedAddresses';

interface Props {
  checkout: Checkout;
  /** The payment provider; a checkout that is being paid keeps the one that it started with. */
  provider: string;
  countries: readonly Country[];
  onChange: (checkout: Checkout) => void;
  onPlaced: (checkout: Checkout) => void;
  onCartChange: () => void;
  /** Undefined for guests, who have no cart. */
  listenToCart: ListenToCart | undefined;
  /** Rendered beside the e-mail field of a guest. */
  signIn?: ReactNode;
}

const warnMs = 2 * 60_000;

const columns = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(340px, 424px)' },
  gap: { xs: 2, md: 7 },
  alignItems: 'start',
} as const;
/** Scrolls internally on low windows, so that the button stays reachable. */
const aside = {
  position: { md: 'sticky' },
  top: { md: 64 },
  maxHeight: { md: `calc(100vh - ${rem(80)})` },
  overflowY: { md: 'auto' },
  // Room for focus rings and the shadow.
  m: { md: '0 -16px' },
  p: { md: '0 16px 24px' },
} as const;
const fieldset = { display: 'grid', gap: 2, minWidth: 0, p: 0, border: 0 } as const;

function useCheckoutPage({ checkout, countries, onChange, onPlaced, onCartChange, listenToCart }: Props) {
  const page = useRef<HTMLFormElement>(null);
  const payment = useRef<PaymentFormHandle>(null);
  const [cardProblems, setCardProblems] = useState<readonly FieldProblem[]>([]);
  const [asked, setAsked] = useState(0);
  // The check of the card form waits for the provider, during which nothing else tells a second press.
  const isPressed = useRef(false);
  const form = useCheckoutForm({ checkout, countries, onChange });
  const addresses = useSavedAddresses(form);

  // Current problems, not those at submission: the list shrinks with each corrected field.
  const problems = asked === 0 ? [] : [...form.problems, ...cardProblems];
  const showProblems = () => setAsked((count) => count + 1);

  const purchase = usePurchase({
    checkout,
    onChange,
    onPlaced,
    payment,
    save: form.save,
    onFieldProblems: (found) => {
      setCardProblems(found);
      showProblems();
    },
    onProblems: (found) => {
      const marked = form.mark(found);
      if (marked.length > 0) showProblems();
      return marked.length > 0;
    },
  });
  useEffect(() => {
    if (asked > 0) page.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [asked]);

  useCartSync({ checkout, onChange, purchase, listenToCart });
  const answer = useLineProblemAnswers({ checkout, onChange, save: form.save, onCartChange });

  async function checkAndPlace(): Promise<void> {
    const pressedAt = performance.now();
    if (checkout.status === 'ACTION_REQUIRED') return purchase.askBank();
    if (needsAnswer(checkout))
      return page.current?.querySelector<HTMLElement>('[data-line] [role="group"] button')?.focus();
    const found = await form.check();
    const foundOfCard = (await payment.current?.check()) ?? [noPaymentForm];
    setCardProblems(foundOfCard);
    if (found.length + foundOfCard.length > 0) return showProblems();
    setAsked(0);
    if (!navigator.onLine)
      return purchase.setNotice({
        title: 'You are offline.',
        details: ['Nothing was charged. What you typed is kept: try again when the connection is back.'],
        severity: 'error',
      });
    void addresses.saveWanted();
    await purchase.place(pressedAt);
  }

  async function place(): Promise<void> {
    if (isPressed.current || purchase.isPlacing || purchase.isWaiting) return;
    isPressed.current = true;
    try {
      await checkAndPlace();
    } finally {
      isPressed.current = false;
    }
  }

  function chooseMethod(id: string): void {
    purchase.setNotice(undefined);
    form.chooseMethod(id).catch((error: unknown) => purchase.setNotice(noticeOf(error, checkout)));
  }

  return { page, payment, problems, setCardProblems, form, addresses, purchase, answer, place, chooseMethod };
}

/**
 * If a response removes or disables the focused element, the focus moves to the review, which has the button. `shown`:
 * changes with what may have had the focus.
 */
function useReviewFocus(review: RefObject<HTMLElement | null>, locked: boolean, shown: string) {
  const [answers, setAnswers] = useState(0);
  const [shownBefore, setShownBefore] = useState(shown);
  if (shownBefore !== shown) {
    setShownBefore(shown);
    setAnswers((count) => count + 1);
  }
  useFocusFallback(review, answers);
  useLayoutEffect(() => {
    // Browsers take the focus from a field that is disabled only after this.
    if (locked && document.activeElement?.matches('fieldset:disabled *')) review.current?.focus();
  }, [review, locked]);
  return () => setAnswers((count) => count + 1);
}

const problemAt = ({ problems }: Checkout, name: string) => problems.find(({ field }) => field === name)?.message;

/** The checkout on one page, with the total always visible. */
export function CheckoutContent(props: Props) {
  const { checkout, countries, signIn } = props;
  const { page, payment, problems, setCardProblems, form, addresses, purchase, answer, place, chooseMethod } =
    useCheckoutPage(props);
  const isWide = useMediaQuery((theme) => theme.breakpoints.up('md'));
  const heldUntil = checkout.heldUntil === null ? null : Date.parse(checkout.heldUntil);
  const isHoldExpired = useHasPassed(isHeld(checkout) && !purchase.isWaiting ? heldUntil : null);
  const isOver = hasEnded(checkout) || isHoldExpired;
  const provider = paymentProvider(checkout.payment?.provider ?? props.provider);
  const declined =
    checkout.status === 'READY' && checkout.payment?.result === 'DECLINED'
      ? declineMessage(checkout.payment.declineReason)
      : undefined;
  const canChange = isHeld(checkout) && !isOver;
  const refunding = isRefunding(checkout);
  const locked = canChange || refunding;
  const review = useRef<HTMLElement>(null);
  const onAnswered = useReviewFocus(review, locked, `notice: ${purchase.notice !== undefined}, card: ${!refunding}`);
  // The shop also reports a missing country: that is shown on blur, not before.
  const hasNoZone = checkout.shippingAddress !== null && checkout.shippingMethods.length === 0;
  const noZone = hasNoZone ? problemAt(checkout, 'shippingAddress.countryCode') : undefined;
  const isFinal = isTotalKnown(checkout, countries);
  const payPanel = !refunding && <PayPanel checkout={checkout} isFinal={isFinal} totalBefore={purchase.totalBefore} />;

  return (
    <Box
      component="form"
      ref={page}
      noValidate
      aria-busy={purchase.isPlacing}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void place();
      }}
    >
      <ConnectionStrip checkout={checkout} onLook={() => void purchase.poll()} />
      <Box sx={columns}>
        <Stack sx={{ gap: 2, minWidth: 0 }}>
          {!isWide && payPanel}
          {canChange && <HeldStrip onChange={() => void purchase.change()} />}
          <Box component="fieldset" disabled={locked} sx={fieldset}>
            <ContactSection checkoutForm={form} signIn={signIn} />
            <DeliverySection checkoutForm={form} addresses={addresses} countries={countries} countryProblem={noZone} />
            <MethodSection
              checkout={checkout}
              problem={problemAt(checkout, 'shippingMethodId')}
              onChoose={chooseMethod}
            />
          </Box>
          {!refunding && (
            <CheckoutSection number={4} title="Payment" isMarked={declined !== undefined}>
              {declined !== undefined && !isOver && (
                <Declined key={checkout.payment?.id} message={declined} heldUntil={checkout.heldUntil} />
              )}
              <provider.Form
                ref={payment}
                declined={declined}
                checkoutId={checkout.id}
                amount={checkout.total.amount}
                onProblems={setCardProblems}
              />
            </CheckoutSection>
          )}
        </Stack>
        <Box sx={aside}>
          {isWide && payPanel}
          <ReviewPanel
            ref={review}
            checkout={checkout}
            isFinal={isFinal}
            address={form.form.values}
            purchase={purchase}
            isOver={isOver}
            problems={problems}
            onField={(name) => focusField(page.current, name)}
            onAnswer={(line, given) => {
              purchase.setNotice(undefined);
              void answer(line, given).then(onAnswered);
            }}
          />
        </Box>
      </Box>
      {!isWide && <ReviewBar total={formatCents(checkout.total.amount)} />}
      <Dialogs {...{ checkout, isOver, purchase, provider, onClosed: onAnswered }} />
    </Box>
  );
}

function ContactSection({ checkoutForm, signIn }: { checkoutForm: CheckoutForm; signIn: ReactNode }) {
  return (
    <CheckoutSection number={1} title="Contact" aside={signIn}>
      <FormField
        label="Email"
        type="email"
        autoComplete="email"
        required
        hint="Your order number and every later message go here."
        {...fieldProps(checkoutForm.form, 'email')}
      />
    </CheckoutSection>
  );
}

interface StripProps {
  checkout: Checkout;
  onLook: () => void;
}

/** Refetches the checkout after a reconnect, before it can be paid. */
function ConnectionStrip({ checkout, onLook }: StripProps) {
  const isOnline = useIsOnline();
  const wasOnline = useRef(isOnline);
  const latest = useRef(onLook);
  useEffect(() => {
    latest.current = onLook;
  });
  useEffect(() => {
    if (isOnline && !wasOnline.current && checkout.status !== 'OPEN') latest.current();
    wasOnline.current = isOnline;
  }, [isOnline, checkout.status]);
  if (isOnline) return null;
  return (
    <Alert severity="warning" role="status" icon={<Icon name="warn" />} sx={{ mb: 2 }}>
      <b>You are offline.</b> What you typed is kept.
    </Alert>
  );
}

function HeldStrip({ onChange }: { onChange: () => void }) {
  return (
    <Paper variant="outlined" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, p: '8px 16px' }}>
      <Typography variant="body2" sx={{ flex: '1 1 16rem' }}>
        Your order is held as you placed it: contact, delivery and method stay as they are.
      </Typography>
      <Button variant="link" onClick={onChange}>
        Change them
      </Button>
    </Paper>
  );
}

function Declined({ message, heldUntil }: { message: string; heldUntil: string | null }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), [message, heldUntil]);
  return (
    <Alert ref={box} tabIndex={-1} severity="error" icon={<Icon name="warn" />}>
      <b>{message}</b> Nothing was charged. What you typed is kept
      {heldUntil !== null && ` and your order stays held until ${formatTime(heldUntil)}`}. Try another card.
    </Alert>
  );
}

interface DialogsProps {
  checkout: Checkout;
  isOver: boolean;
  purchase: Purchase;
  provider: ReturnType<typeof paymentProvider>;
  onClosed: () => void;
}

function Dialogs({ checkout, isOver, purchase, provider, onClosed }: DialogsProps) {
  const closeBank = () => {
    purchase.openBank(false);
    onClosed();
  };
  return (
    <>
      <HoldDialog checkout={checkout} isOver={isOver} onMoreTime={purchase.needMoreTime} onClosed={onClosed} />
      {purchase.bankIsOpen && checkout.payment && provider.BankDialog && (
        <provider.BankDialog
          payment={checkout.payment}
          total={formatCents(checkout.total.amount)}
          onAnswered={() => {
            closeBank();
            void purchase.afterBank();
          }}
          onClose={closeBank}
        />
      )}
    </>
  );
}

interface HoldProps {
  checkout: Checkout;
  isOver: boolean;
  onMoreTime: Purchase['needMoreTime'];
  onClosed: () => void;
}

function HoldDialog({ checkout, isOver, onMoreTime, onClosed }: HoldProps) {
  const { heldUntil } = checkout;
  const warnsAt = heldUntil !== null && isHeld(checkout) ? Date.parse(heldUntil) - warnMs : null;
  const isNear = useHasPassed(warnsAt);
  const [dismissed, dismiss] = useState<string>();
  if (!isNear || isOver || heldUntil === null || dismissed === heldUntil) return null;
  const close = () => {
    dismiss(heldUntil);
    onClosed();
  };
  return (
    <MoreTimeDialog
      heldUntil={heldUntil}
      onMoreTime={async () => {
        const failure = await onMoreTime();
        if (failure === undefined) close();
        return failure;
      }}
      onClose={close}
    />
  );
}
