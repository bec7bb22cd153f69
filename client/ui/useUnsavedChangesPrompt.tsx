import { type ReactNode, useEffect, useRef, useState } from 'react';
import { interceptBack } from '../lib/backButton';
import { ConfirmDialog } from './ConfirmDialog';
import { addLeaveGuard, type Leave } from './leaveGuard';

/**
 * Prompts before unsaved changes are lost: by a link, the header's search, Back, sign-out, closing or reloading the tab.
 * React Router's blocker needs its data router, so each event is intercepted before the router handles it. Of several on
 * a page the one whose changes began last prompts.
 */
export function useUnsavedChangesPrompt(
  unsaved: boolean,
  detail = 'What you changed on this page is not saved yet.',
): ReactNode {
  const [go, setGo] = useState<() => void>();
  const mayLeave = useRef(false);

  useEffect(() => {
    if (!unsaved) return;
    mayLeave.current = false;
    const stop = new AbortController();
    const stay = () => void (mayLeave.current = false);
    const ask = (leave: Leave) =>
      setGo(() => () => {
        mayLeave.current = true;
        leave(stay);
      });
    listen(ask, () => mayLeave.current, stop.signal);
    // Who acts again has not left: the link led to a file.
    for (const act of ['pointerdown', 'keydown']) addEventListener(act, stay, { capture: true, signal: stop.signal });
    return () => stop.abort();
  }, [unsaved]);

  if (!go) return null;
  return (
    <ConfirmDialog
      question="Leave without saving?"
      detail={detail}
      confirm="Leave"
      onConfirm={() => {
        setGo(undefined);
        go();
      }}
      onClose={() => setGo(undefined)}
    />
  );
}

/** Not an e-mail's address, a file to save, or a place on this page. */
function leadsAway(link: HTMLAnchorElement): boolean {
  const { origin, pathname, search } = link;
  const isHere = origin === location.origin && pathname === location.pathname && search === location.search;
  return /^https?:$/.test(link.protocol) && !link.hasAttribute('download') && link.target === '' && !isHere;
}

function listen(ask: (leave: Leave) => void, mayLeave: () => boolean, signal: AbortSignal): void {
  const options = { capture: true, signal };
  const isLast = addLeaveGuard((leave) => (mayLeave() ? leave(() => undefined) : ask(leave)), signal);
  const shouldPrompt = () => isLast() && !mayLeave();
  const intercept = (event: Event, leave: () => void) => {
    event.preventDefault();
    event.stopPropagation();
    ask(leave);
  };
  const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
    button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
  document.addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
      if (shouldPrompt() && link && leadsAway(link) && isPlain(event)) intercept(event, () => link.click());
    },
    options,
  );
  document.addEventListener(
    'submit',
    (event) => {
      const form = event.target;
      if (!shouldPrompt() || !(form instanceof HTMLFormElement) || form.role !== 'search') return;
      intercept(event, () => form.requestSubmit());
    },
    options,
  );
  window.addEventListener('beforeunload', (event) => shouldPrompt() && event.preventDefault(), { signal });
  signal.addEventListener('abort', interceptBack({ onBack: ask, isPersistent: true }));
}
