import { type FocusEvent, type Ref, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Icon } from './Icon';
import { BidiText } from './BidiText';
import type { Toast } from './toast';

/** Focuses a toast's button, as in other toast libraries. */
export const toastKey = 'F8';

/** Between the end of a hover and the dismissal. */
const minimumRemaining = 1000;

/** Ends after `duration`; hover and focus pause it. */
function useDismissal(duration: number, onDone: () => void) {
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const left = useRef(duration);
  const done = useRef(onDone);
  const isPaused = pointed || focused;
  useEffect(() => {
    done.current = onDone;
  });
  useEffect(() => {
    if (isPaused) return undefined;
    const started = performance.now();
    const timer = setTimeout(() => done.current(), left.current);
    return () => {
      clearTimeout(timer);
      left.current = Math.max(minimumRemaining, left.current - (performance.now() - started));
    };
  }, [isPaused]);
  return {
    onPointerEnter: () => setPointed(true),
    onPointerLeave: () => setPointed(false),
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
  };
}

/** A modal dialog hides the toasts from screen readers with aria-hidden, but not from the Tab key. */
function useHiddenByDialog(button: RefObject<HTMLElement | null>): boolean {
  const [hidden, setHidden] = useState(false);
  useEffect(() => {
    const top = button.current?.closest('body > *');
    if (!top) return undefined;
    const look = () => setHidden(top.getAttribute('aria-hidden') === 'true');
    const observer = new MutationObserver(look);
    observer.observe(top, { attributes: true, attributeFilter: ['aria-hidden'] });
    look();
    return () => observer.disconnect();
  }, [button]);
  return hidden;
}

/** For elements that make room for the newest toast. */
function useToastHeightVariable(words: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const card = words.current?.parentElement;
    if (!card) return undefined;
    const update = () => {
      // A hidden older toast.
      if (card.offsetHeight === 0) return;
      document.documentElement.style.setProperty('--toast-height', `${card.offsetHeight}px`);
    };
    const observer = new ResizeObserver(update);
    observer.observe(card);
    update();
    return () => observer.disconnect();
  }, [words]);
}

interface Props {
  toast: Toast;
  onDone: () => void;
  ref?: Ref<HTMLDivElement>;
}

export function ToastCard({ toast: { message, detail, kind, duration, action }, onDone, ref }: Props) {
  const { onFocus, ...pauseHandlers } = useDismissal(duration, onDone);
  const before = useRef<HTMLElement | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const hidden = useHiddenByDialog(button);
  const words = useRef<HTMLSpanElement>(null);
  useToastHeightVariable(words);
  return (
    <div
      ref={ref}
      className={`toast ${kind}`}
      role={kind === 'error' ? 'alert' : 'status'}
      {...pauseHandlers}
      onFocus={({ relatedTarget }: FocusEvent) => {
        before.current = relatedTarget instanceof HTMLElement ? relatedTarget : null;
        onFocus();
      }}
    >
      <Icon name={kind === 'error' ? 'warn' : 'check'} />
      <span ref={words}>
        <span>
          <BidiText text={message} />
        </span>
        {detail && (
          <span className="toast-detail">
            <BidiText text={detail} />
          </span>
        )}
      </span>
      {action && (
        <button
          ref={button}
          type="button"
          tabIndex={hidden ? -1 : 0}
          aria-keyshortcuts={toastKey}
          onClick={() => {
            onDone();
            before.current?.focus();
            action.run();
          }}
        >
          {action.label}
        </button>
      )}
    </div>
  );
}
