import Skeleton from '@mui/material/Skeleton';
import { useTheme } from '@mui/material/styles';
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Stripe, StripeError } from '@stripe/stripe-js';
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { logFailure } from '../../../lib/logFailure';
import { withTimeout } from '../../../lib/withTimeout';
import { rem } from '../../../theme/typography';
import { LoadFailure } from '../../../ui/LoadFailure';
import { useAppliedTheme } from '../../../ui/useAppliedTheme';
import type { FieldProblem } from '../fieldProblem';
import { providerTimeoutMs } from '../useLookups';
import { loadStripe } from './loadStripe';
import { noPaymentForm, type PaymentFormHandle, type PaymentFormProps } from './paymentForm';
import { elementsOptions } from './stripeOptions';

const noForm =
  'The card form could not be loaded: Stripe does not answer, or something in this browser blocks it. Nothing was charged, and what you typed is kept.';

const problemOf = (message: string): FieldProblem => ({ name: 'payment', label: 'Payment', message });

/** Stripe's client; undefined while it loads. */
function useLoadedStripe() {
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState<{ readonly attempt: number; readonly stripe: Stripe | null }>();
  useEffect(() => {
    let isCurrent = true;
    loadStripe().then(
      (stripe) => isCurrent && setLoaded({ attempt, stripe }),
      (error: unknown) => {
        logFailure('Failed to load the card form', error);
        if (isCurrent) setLoaded({ attempt, stripe: null });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [attempt]);
  return {
    attempt,
    stripe: loaded?.attempt === attempt ? loaded.stripe : undefined,
    fail: () => setLoaded({ attempt, stripe: null }),
    retry: () => setAttempt((count) => count + 1),
  };
}

/** Stripe's Payment Element: its input is sent to Stripe only. */
export function StripePaymentForm({ ref, checkoutId, amount, onProblems }: PaymentFormProps) {
  const { attempt, stripe, fail, retry } = useLoadedStripe();
  const theme = useTheme();
  const scheme = useAppliedTheme();
  const fields = useRef<PaymentFormHandle>(null);
  // Registered before the fields have loaded, so that paying cannot skip them.
  useImperativeHandle(ref, () => ({
    check: async () => fields.current?.check() ?? [noPaymentForm],
    pay: async (payment) => fields.current?.pay(payment) ?? { kind: 'refused', problem: noPaymentForm },
    answerBank: async (payment) => fields.current?.answerBank?.(payment),
  }));
  if (stripe === null) return <LoadFailure sentence={noForm} onRetry={retry} />;
  if (stripe === undefined) return <Skeleton variant="rounded" height={rem(220)} />;
  return (
    <Elements key={attempt} stripe={stripe} options={elementsOptions(amount, theme, scheme)}>
      <Fields ref={fields} checkoutId={checkoutId} onFailed={fail} onMended={() => onProblems([])} />
    </Elements>
  );
}

interface FieldsProps {
  ref: Ref<PaymentFormHandle>;
  checkoutId: string;
  /** The element itself has failed to load. */
  onFailed: () => void;
  /** Loaded or filled in: earlier problems no longer apply. */
  onMended: () => void;
}

const unanswered = () => ({ error: { message: 'The payment service does not answer. Nothing was charged.' } });

/** For a failure before Stripe was called. */
const isRefused = ({ type }: StripeError): boolean => type === 'validation_error';

function Fields({ ref, checkoutId, onFailed, onMended }: FieldsProps) {
  const stripe = useStripe();
  const elements = useElements();
  const [isReady, setReady] = useState(false);
  const method = useRef('card');

  useImperativeHandle(ref, () => ({
    async check() {
      if (!elements || !isReady) return [noPaymentForm];
      const submitted = elements.submit();
      // Stripe's own code waits for its servers without a limit. Other methods than cards may ask the buyer meanwhile.
      const { error } = await (method.current === 'card'
        ? withTimeout(submitted, providerTimeoutMs, unanswered)
        : submitted);
      if (!error) return [];
      elements.getElement('payment')?.focus();
      return [problemOf(error.message ?? 'Complete the card form.')];
    },
    async pay({ clientSecret }) {
      if (!stripe || !elements || clientSecret === null) return { kind: 'refused', problem: noPaymentForm };
      const { error } = await stripe.confirmPayment({
        elements,
        clientSecret,
        confirmParams: { return_url: `${location.origin}/checkout/${checkoutId}/return` },
        redirect: 'if_required',
      });
      if (error && isRefused(error))
        return { kind: 'refused', problem: problemOf(error.message ?? 'Complete the card form.') };
      // Whatever the result: the server looks up the payment.
      return { kind: 'sent' };
    },
    async answerBank({ clientSecret }) {
      if (!stripe || clientSecret === null) return;
      // Stripe rejects if there is nothing to confirm any more: the server looks up the payment then, too.
      await stripe
        .handleNextAction({ clientSecret })
        .catch((error: unknown) => logFailure('Failed to ask the bank', error));
    },
  }));

  return (
    <PaymentElement
      options={{ layout: 'tabs' }}
      onReady={() => {
        setReady(true);
        onMended();
      }}
      onChange={({ complete, value }) => {
        method.current = value.type;
        if (complete) onMended();
      }}
      onLoadError={({ error }) => {
        logFailure('Failed to load the card form', error);
        onFailed();
      }}
    />
  );
}
