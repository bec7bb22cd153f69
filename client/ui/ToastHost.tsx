import './toastSheet'; // Before notistack, which inserts its rules at import.
import { ClassNames } from '@emotion/react';
import { useTheme } from '@mui/material/styles';
import { closeSnackbar, enqueueSnackbar, type SnackbarKey, SnackbarProvider } from 'notistack';
import { useEffect } from 'react';
import { constants } from '../lib/constants';
import { rem } from '../theme/typography';
import { setToastRenderer } from './toast';
import { ToastCard, toastKey } from './ToastCard';

const undoButtons = () =>
  [...document.querySelectorAll<HTMLElement>(`[aria-keyshortcuts="${toastKey}"]`)]
    .filter(({ tabIndex }) => tabIndex === 0)
    .reverse();

/**
 * Toasts are last in the tab order. F8 focuses the newest one's button, and again the next older one; Tab and Escape restore
 * the focus.
 */
function useKeyToToasts() {
  useEffect(() => {
    let before: Element | null = null;
    const act = (event: KeyboardEvent) => {
      const buttons = undoButtons();
      const at = buttons.findIndex((button) => button === document.activeElement);
      if (event.key === toastKey && buttons.length > 0) {
        if (at === -1) before = document.activeElement;
        buttons[(at + 1) % buttons.length]?.focus();
      } else if (at !== -1 && before instanceof HTMLElement && ['Tab', 'Escape'].includes(event.key)) {
        before.focus();
        before = null;
      } else return;
      event.preventDefault();
    };
    addEventListener('keydown', act);
    return () => removeEventListener('keydown', act);
  }, []);
}

const cartIsOpen = 'body:has([data-side="right"]) &&';
const accountMenuIsOpen = 'body:has([role="menu"][aria-label="Account"]) &&';

/** Below the header with its open menus and the dashboard's bar or the checkout's notice, beside an open cart: a toast never covers a control or a total. */
function usePlace() {
  const { breakpoints } = useTheme();
  return {
    '&&': {
      top: 'calc(var(--head-height, 72px) + var(--bar-height, 0px) + 6px)',
      right: 24,
      maxWidth: `min(${rem(480)}, calc(100vw - 24px))`,
    },
    [cartIsOpen]: { top: 20, right: 460 },
    [accountMenuIsOpen]: { right: 'calc(max(24px, (100vw - 1200px) / 2) + 332px)' },
    [breakpoints.down('sm')]: {
      '&&': { right: 12, left: 12, width: 'auto', maxWidth: 'none' },
      '& .notistack-CollapseWrapper, & .notistack-Snackbar': { width: '100%' },
    },
    // No room beside the cart: only the newest one, below the cart's head.
    [breakpoints.down('md')]: {
      [cartIsOpen]: { top: 62, right: 12, left: 'auto', width: `min(${rem(416)}, calc(100vw - 24px))` },
      'body:has([data-side="right"]) & > :not(:last-child)': { display: 'none' },
    },
  };
}

export function ToastHost() {
  const place = usePlace();
  useKeyToToasts();
  useEffect(() => {
    const keyed = new Map<string, SnackbarKey>();
    return setToastRenderer((toast) => {
      const { message, key } = toast;
      const former = key === undefined ? undefined : keyed.get(key);
      if (former !== undefined) closeSnackbar(former);
      const shown = enqueueSnackbar({
        message,
        // ToastCard has its own timer: notistack's does not pause on keyboard focus.
        autoHideDuration: null,
        content: (id) => <ToastCard toast={toast} onDone={() => closeSnackbar(id)} />,
      });
      if (key !== undefined) keyed.set(key, shown);
    });
  }, []);
  return (
    <ClassNames>
      {({ css }) => (
        <SnackbarProvider
          maxSnack={3}
          anchorOrigin={constants.toast.position}
          classes={{ containerRoot: css(place) }}
        />
      )}
    </ClassNames>
  );
}
