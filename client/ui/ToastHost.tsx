import { closeSnackbar, enqueueSnackbar, SnackbarProvider } from 'notistack';
import { useEffect } from 'react';
import { constants } from '../lib/constants';
import { setToastDelivery } from './toast';
import { ToastCard } from './ToastCard';
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

export function ToastHost() {
  useHeaderHeight();
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
