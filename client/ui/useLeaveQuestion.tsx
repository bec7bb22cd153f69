import { type ReactNode, useEffect, useRef, useState } from 'react';
import { holdBack } from '../lib/backButton';
import { ConfirmDialog } from './ConfirmDialog';
import { guardLeaving } from './leaving';

/**
 * Asks before typed text is lost: by a link, the search in the header, Back, signing out, closing or loading the tab anew. React
 * Router's own blocker needs its data router, so each is caught before the router hears of it.
 */
export function useLeaveQuestion(
  unsaved: boolean,
  detail = 'What you changed on this page is not saved yet.',
): ReactNode {
  const [go, setGo] = useState<() => void>();
  const mayLeave = useRef(false);

  useEffect(() => {
    if (!unsaved) return;
    mayLeave.current = false;
    const stop = new AbortController();
    const ask = (leave: () => void) =>
      setGo(() => () => {
        mayLeave.current = true;
        leave();
      });
    listen(ask, () => mayLeave.current, stop.signal);
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

function listen(ask: (leave: () => void) => void, mayLeave: () => boolean, signal: AbortSignal): void {
  const options = { capture: true, signal };
  const hold = (event: Event, leave: () => void) => {
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
      if (!mayLeave() && link && link.target === '' && isPlain(event)) hold(event, () => link.click());
    },
    options,
  );
  document.addEventListener(
    'submit',
    (event) => {
      const form = event.target;
      if (mayLeave() || !(form instanceof HTMLFormElement) || form.role !== 'search') return;
      hold(event, () => form.requestSubmit());
    },
    options,
  );
  window.addEventListener('beforeunload', (event) => mayLeave() || event.preventDefault(), { signal });
  guardLeaving((leave) => (mayLeave() ? leave() : ask(leave)), signal);
  signal.addEventListener('abort', holdBack({ onBack: ask, stays: true }));
}
