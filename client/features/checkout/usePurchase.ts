import type { ApolloClient } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { apiErrorOf } from '../../lib/apiError';
import { logFailure } from '../../lib/logFailure';
import { noAnswer } from '../../lib/noAnswer';
import { useIsCurrentPage } from '../../ui/useIsCurrentPage';
import {
  cancelCheckout,
  type Checkout,
  type CheckoutProblem,
  confirmPayment,
  extendHold,
  pollMs,
  readCheckout,
  startCheckout,
  submitCheckout,
} from './checkoutApi';
import { changesBetween, hasEnded, isHoldExpired, isWaiting, needsAnswer, showsOutcome } from './checkoutState';
import { forgetDraft } from './checkoutMemory';
import type { FieldProblem } from './fieldProblem';
import type { PaymentFormHandle, PayOutcome } from './payment/paymentForm';
import { type LookedUp, providerTimeoutMs, useLookups } from './useLookups';
import type { SaveOptions } from './useCheckoutForm';

/** Reports what has happened, and what has not. */
export interface Notice {
  readonly title: string;
  readonly details: readonly string[];
  /** Said only while a press is accepted. */
  readonly advice?: string;
  /** Amber: input is required. Red: it failed. */
  readonly severity: 'warning' | 'error';
}

const failed = (title: string, ...details: string[]): Notice => ({ title, details, severity: 'error' });

const soldOut = (...details: string[]) => failed('Sold out while you were paying', ...details);

const soldOutAfterPayment = soldOut(
  'What was taken from your card went back in full.',
  'The lines below say what can still be bought when you try again.',
);

const mayBeCharged = (checkout: Checkout | null): boolean =>
  !checkout || ['AUTHORIZED', 'SUCCEEDED', 'PENDING', 'UNKNOWN'].includes(checkout.payment?.result ?? '');

/** Rejections carry their own advice. `now`: the checkout after it; null: unknown. */
export function noticeOf(error: unknown, now: Checkout | null): Notice {
  const refusal = apiErrorOf(error);
  const uncharged = mayBeCharged(now) ? [] : ['Nothing was charged.'];
  if (refusal) return failed(refusal.message, ...uncharged);
  const kept = failed(noAnswer, [...uncharged, 'What you typed is kept.'].join(' '));
  return { ...kept, advice: 'Try again.' };
}

/** Once the shop has answered, its silence is no news. */
const withoutSilence = (notice: Notice | undefined): Notice | undefined =>
  notice?.title === noAnswer ? undefined : notice;

/** Sold out meanwhile: the lines were available when they were shown. */
const wasSoldMeanwhile = (before: Checkout, now: Checkout): boolean =>
  now.lines.some(
    ({ id, problem }) =>
      (problem?.code === 'OUT_OF_STOCK' || problem?.code === 'NOT_ENOUGH_STOCK') &&
      before.lines.find((line) => line.id === id)?.problem === null,
  );

/** Field errors are shown at their fields. */
function noticeOfProblems(problems: readonly CheckoutProblem[], before: Checkout, now: Checkout): Notice | undefined {
  const changed = problems.find(({ code }) => code === 'TOTAL_CHANGED' || code === 'PURCHASE_CHANGED');
  if (changed) {
    const details = [...changesBetween(before, now), 'Nothing was charged'].map((each) => `${each}.`);
    return { title: changed.message, details, severity: 'warning' };
  }
  if (wasSoldMeanwhile(before, now)) return soldOut('Nothing was charged.');
  if (needsAnswer(now))
    return { title: 'Some lines need your answer', details: ['Nothing was charged.'], severity: 'warning' };
  // Sections of the page are not fields, so they cannot show an error.
  const other = problems.find(({ field, line }) => (field === null && line === null) || field === 'shippingMethodId');
  return other && failed(other.message, 'Nothing was charged.');
}

/** In the provider's own dialog, where nobody waits for an answer. */
const asksBank = (lookedUp: LookedUp): boolean => typeof lookedUp === 'object' && lookedUp.status === 'ACTION_REQUIRED';

/** Until the provider or the bank has responded. */
function usePolling(isEnabled: boolean, poll: () => Promise<void>): void {
  const latest = useRef(poll);
  const isPolling = useRef(false);
  useEffect(() => {
    latest.current = poll;
  });
  useEffect(() => {
    if (!isEnabled) return undefined;
    async function pollOnce(): Promise<void> {
      // One after the other at the shop, too: those that wait there would be given up here.
      if (isPolling.current) return;
      isPolling.current = true;
      await latest.current().finally(() => {
        isPolling.current = false;
      });
    }
    const timer = setInterval(() => void pollOnce(), pollMs);
    return () => clearInterval(timer);
  }, [isEnabled]);
}

/** Further clicks are ignored meanwhile. */
function useSingleFlight(checkout: Checkout, onFailed: () => Promise<Checkout | null>) {
  const [isPlacing, setPlacing] = useState(false);
  const [isLate, setLate] = useState(false);
  const [notice, setNotice] = useState<Notice>();
  // Set at once, before the next render.
  const isRunning = useRef(false);

  /** `pressedAt`: several waits for the provider may follow one another, and all of them count. */
  async function run(action: () => Promise<void>, pressedAt = performance.now()): Promise<void> {
    if (isRunning.current) return;
    isRunning.current = true;
    const timer = setTimeout(() => setLate(true), pressedAt + providerTimeoutMs - performance.now());
    setPlacing(true);
    setNotice(undefined);
    try {
      await action().finally(() => {
        clearTimeout(timer);
        setLate(false);
      });
    } catch (error) {
      if (apiErrorOf(error)) setNotice(noticeOf(error, await onFailed()));
      else {
        logFailure('Failed to place the order', error);
        // At once: whoever asks a shop that does not answer waits as long again.
        setNotice(noticeOf(error, null));
        const now = await onFailed();
        if (now && showsOutcome(checkout, now)) setNotice(undefined);
      }
    } finally {
      isRunning.current = false;
      setPlacing(false);
    }
  }

  return { isPlacing, isLate, notice, setNotice, run };
}

interface Parts {
  checkout: Checkout;
  onChange: (checkout: Checkout) => void;
  onPlaced: (checkout: Checkout) => void;
  /** Saves the typed input on the server. */
  save: (checkout: Checkout, options?: SaveOptions) => Promise<Checkout>;
  payment: React.RefObject<PaymentFormHandle | null>;
  onFieldProblems: (problems: readonly FieldProblem[]) => void;
  /** False: none concerns a field of the page. */
  onProblems: (problems: readonly Pick<CheckoutProblem, 'field' | 'message'>[]) => boolean;
}

/** null: the server rejects a field, which shows the error. */
async function saveTyped({ save, onProblems }: Parts, live: Checkout): Promise<Checkout | null> {
  if (live.status !== 'OPEN') return live;
  try {
    // The order ships to the address on this page.
    return await save(live, { always: true });
  } catch (error) {
    const { field, message = '' } = apiErrorOf(error) ?? {};
    if (field !== undefined && onProblems([{ field, message }])) return null;
    throw error;
  }
}

/** By the provider's own code; undefined if a dialog of the page asks. */
function bankConfirmationOf({ checkout, payment: form }: Parts): (() => Promise<undefined>) | undefined {
  const { payment } = checkout;
  const { answerBank } = form.current ?? {};
  return payment && answerBank ? async () => void (await answerBank(payment)) : undefined;
}

/** Restarts an expired or cancelled checkout. */
function useNewCheckout(client: ApolloClient, latest: React.RefObject<Parts>, settle: (ended: Checkout) => void) {
  const navigate = useNavigate();
  const isCurrentPage = useIsCurrentPage();

  /** Copies the old checkout's input; typed input stays. */
  async function restart(from: Checkout): Promise<Checkout> {
    const next = await startCheckout(client, { from: from.id });
    latest.current.onChange(next);
    if (isCurrentPage()) void navigate(`/checkout/${next.id}`, { replace: true });
    return next;
  }

  /** Releases the hold first; undefined: it was paid meanwhile, or the provider has not said yet that it cannot be. */
  async function cancelAndRestart(from: Checkout): Promise<Checkout | undefined> {
    const cancelled = await cancelCheckout(client, from.id);
    return hasEnded(cancelled) ? restart(cancelled) : void settle(cancelled);
  }

  async function ensureLive(checkout: Checkout): Promise<Checkout | undefined> {
    if (hasEnded(checkout)) return restart(checkout);
    // The server holds the stock for some extra seconds, and this clock may be fast.
    return isHoldExpired(checkout) ? cancelAndRestart(checkout) : checkout;
  }

  return { ensureLive, cancelAndRestart };
}

/** Also while a payment is under way, which reports what else has changed. Returns why it failed. */
async function extend(client: ApolloClient, latest: React.RefObject<Parts>, id: string): Promise<string | undefined> {
  try {
    const { heldUntil } = await extendHold(client, id);
    const { checkout, onChange } = latest.current;
    if (checkout.id === id) onChange({ ...checkout, heldUntil });
    return undefined;
  } catch (error) {
    const refusal = apiErrorOf(error);
    if (!refusal) logFailure('Failed to extend the hold', error);
    return refusal?.message ?? `${noAnswer} Please try again.`;
  }
}

/** 'Place order': holds stock, pays at the provider, and polls the result. Pressed again, it resumes. */
export function usePurchase(parts: Parts) {
  const client = useApolloClient();
  const { checkout } = parts;
  const latest = useRef(parts);
  useEffect(() => {
    latest.current = parts;
  });
  const { isPlacing, isLate, notice, setNotice, run } = useSingleFlight(checkout, async () => {
    // Not if another checkout was started meanwhile.
    const now = await readCheckout(client, latest.current.checkout.id).catch(() => null);
    if (now) show(now);
    if (now?.status === 'ACTION_REQUIRED' && checkout.status !== now.status) openBank(true);
    return now;
  });
  const [isUncertain, setUncertain] = useState(false);
  const [bankIsOpen, openBank] = useState(checkout.status === 'ACTION_REQUIRED');
  const [totalBefore, setTotalBefore] = useState<number>();

  /** Placed checkouts are shown as orders, on another page. */
  function show(next: Checkout): void {
    if (next.status === 'PLACED') {
      forgetDraft(next.id);
      latest.current.onPlaced(next);
    } else latest.current.onChange(next);
  }

  function settle(next: Checkout): void {
    setUncertain(false);
    setNotice(withoutSilence);
    show(next);
    if (next.status === 'ACTION_REQUIRED') openBank(true);
  }

  /** The browser's payment result is not trusted: the server looks it up at the provider. */
  async function pollPayment(id: string): Promise<void> {
    try {
      const next = await confirmPayment(client, id);
      settle(next);
      if (next.status === 'PAYING' && !isWaiting(next))
        setNotice(failed('Your payment did not reach the payment service.', 'Nothing was charged. Try again.'));
    } catch (error) {
      if (!isUncertain) logFailure('Failed to look at the payment', error);
      setUncertain(true);
    }
  }

  const { lookedUp, race } = useLookups(client);
  const { ensureLive, cancelAndRestart } = useNewCheckout(client, latest, settle);

  async function submit(): Promise<void> {
    const live = await ensureLive(checkout);
    const saved = live && (await saveTyped(latest.current, live));
    if (!saved) return;
    const { checkout: submitted, problems } = await submitCheckout(client, saved.id, checkout);
    show(submitted);
    if (problems.length > 0) return showProblems(problems, submitted);
    setTotalBefore(undefined);
    const { payment } = submitted;
    if (submitted.status !== 'PAYING' || payment?.result !== 'AWAITING' || payment.clientSecret === null)
      return settle(submitted);
    await goOnAfter(submitted.id, Promise.resolve(latest.current.payment.current?.pay(payment)));
  }

  async function goOnAfter(id: string, sent: Promise<PayOutcome | undefined>): Promise<void> {
    const outcome = await race(id, sent);
    if (outcome && 'status' in outcome) return settle(outcome);
    if (outcome?.kind === 'refused') return latest.current.onFieldProblems([outcome.problem]);
    await pollPayment(id);
  }

  function showProblems(problems: readonly CheckoutProblem[], submitted: Checkout): void {
    if (problems.some(({ code }) => code === 'TOTAL_CHANGED')) setTotalBefore(checkout.total.amount);
    setNotice(noticeOfProblems(problems, checkout, submitted));
    latest.current.onProblems(problems);
  }

  const waits = isWaiting(checkout) || isUncertain;
  const waited: LookedUp = isUncertain ? 'NO_ANSWER' : checkout;
  usePolling(waits && !isPlacing, () => pollPayment(checkout.id));

  return {
    isPlacing,
    isWaiting: waits,
    /** What the buyer waits for; of a press only after some seconds. */
    waitsFor: isLate && !asksBank(lookedUp) ? lookedUp : waits && !isPlacing ? waited : undefined,
    notice: notice ?? (checkout.status === 'REFUNDED' ? soldOutAfterPayment : undefined),
    setNotice,
    totalBefore,
    setTotalBefore,
    bankIsOpen: bankIsOpen && checkout.status === 'ACTION_REQUIRED',
    openBank,
    askBank: async (): Promise<void> => {
      const ask = bankConfirmationOf(parts);
      if (ask) await run(() => goOnAfter(checkout.id, ask()));
      else openBank(true);
    },
    place: (pressedAt: number) => run(submit, pressedAt),
    afterBank: () => run(() => pollPayment(checkout.id)),
    poll: () => pollPayment(checkout.id),
    needMoreTime: () => extend(client, latest, checkout.id),
    /** Releases the hold, so that address and method can be changed. */
    change: () => run(async () => void (await cancelAndRestart(checkout))),
  };
}

export type Purchase = ReturnType<typeof usePurchase>;
