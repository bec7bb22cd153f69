import './toastSheet'; // Before notistack, which writes its rules as it is loaded.
import { closeSnackbar, enqueueSnackbar, SnackbarProvider } from 'notistack';
import { useEffect } from 'react';
import { constants } from '../lib/constants';
import { setToastDelivery } from './toast';
import { ToastCard, toastKey } from './ToastCard';
import './toasts.css';

/** The header grows with what is open in it; toasts stay below. */
function useHeaderHeight() {
  useEffect(() => {
    const header = document.querySelector<HTMLElement>('.head');
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
 * Toasts stand behind the whole page in the tab order. F8 leads to the newest one's button, and again to the one before
 * it; Tab and Escape lead back to where one was.
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
      setToastDelivery((toast) => {
        enqueueSnackbar({
          message: toast.message,
          // The card keeps its own time: the library's does not stop for the keyboard.
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
