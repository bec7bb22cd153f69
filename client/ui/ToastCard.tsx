import { type FocusEvent, type Ref, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Icon } from './Icon';
import { Sentence } from './Sentence';
import type { Toast } from './toast';

/** Leads to a toast's button from anywhere: other toast libraries have the same. */
export const toastKey = 'F8';

/** Whoever leaves a toast late still sees it go. */
const shortest = 1000;

/** Ends after `duration`, not counting the time in which the pointer or the focus rests on the toast. */
function useDismissal(duration: number, onDone: () => void) {
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const left = useRef(duration);
  const done = useRef(onDone);
  const held = pointed || focused;
  useEffect(() => {
    done.current = onDone;
  });
  useEffect(() => {
    if (held) return undefined;
    const started = performance.now();
    const timer = setTimeout(() => done.current(), left.current);
    return () => {
      clearTimeout(timer);
      left.current = Math.max(shortest, left.current - (performance.now() - started));
    };
  }, [held]);
  return {
    onPointerEnter: () => setPointed(true),
    onPointerLeave: () => setPointed(false),
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
  };
}

/** An open dialog hides everything else from readers, but not from the Tab key. */
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

/** For what makes room for the newest toast. */
function useHeightToldToSheets(words: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const card = words.current?.parentElement;
    if (!card) return undefined;
    const tell = () => {
      // An older one gives way and has none.
      if (card.offsetHeight === 0) return;
      document.documentElement.style.setProperty('--toast-height', `${card.offsetHeight}px`);
    };
    const observer = new ResizeObserver(tell);
    observer.observe(card);
    tell();
    return () => observer.disconnect();
  }, [words]);
}

interface Props {
  toast: Toast;
  onDone: () => void;
  ref?: Ref<HTMLDivElement>;
}

export function ToastCard({ toast: { message, detail, kind, duration, action }, onDone, ref }: Props) {
  const { onFocus, ...hold } = useDismissal(duration, onDone);
  const before = useRef<HTMLElement | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const hidden = useHiddenByDialog(button);
  const words = useRef<HTMLSpanElement>(null);
  useHeightToldToSheets(words);
  return (
    <div
      ref={ref}
      className={`toast ${kind}`}
      role={kind === 'error' ? 'alert' : 'status'}
      {...hold}
      onFocus={({ relatedTarget }: FocusEvent) => {
        before.current = relatedTarget instanceof HTMLElement ? relatedTarget : null;
        onFocus();
      }}
    >
      <Icon name={kind === 'error' ? 'warn' : 'check'} />
      <span ref={words}>
        <span>
          <Sentence text={message} />
        </span>
        {detail && (
          <span className="toast-detail">
            <Sentence text={detail} />
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
