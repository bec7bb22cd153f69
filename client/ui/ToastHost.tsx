import './toastSheet'; // Before notistack, which inserts its rules at import.
import { closeSnackbar, enqueueSnackbar, SnackbarProvider } from 'notistack';
import { useEffect } from 'react';
import { constants } from '../lib/constants';
import { setToastRenderer } from './toast';
import { ToastCard, toastKey } from './ToastCard';
import './toasts.css';

/** Toasts stay below the header, whose height changes with open menus. */
function useHeaderHeight() {
  useEffect(() => {
    const header = document.querySelector<HTMLElement>('header');
    if (!header) return undefined;
    const observer = new ResizeObserver(() =>
      document.documentElement.style.setProperty('--head-height', `${header.offsetHeight}px`),
    );
    observer.observe(header);
    return () => observer.disconnect();
  }, []);
}

const undoButtons = () =>
  [...document.querySelectorAll<HTMLElement>('.toast button')].filter(({ tabIndex }) => tabIndex === 0).reverse();

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

export function ToastHost() {
  useHeaderHeight();
  useKeyToToasts();
  useEffect(
    () =>
      setToastRenderer((toast) => {
        enqueueSnackbar({
          message: toast.message,
          // ToastCard has its own timer: notistack's does not pause on keyboard focus.
          autoHideDuration: null,
          content: (id) => <ToastCard toast={toast} onDone={() => closeSnackbar(id)} />,
        });
      }),
    [],
  );
  return (
    <SnackbarProvider maxSnack={3} anchorOrigin={constants.toast.position} classes={{ containerRoot: 'toasts' }} />
  );
}
