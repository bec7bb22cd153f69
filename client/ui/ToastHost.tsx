import { closeSnackbar, enqueueSnackbar, SnackbarProvider } from 'notistack';
import { useEffect } from 'react';
import { constants } from '../lib/constants';
import { setToastDelivery } from './toast';
import { ToastCard } from './ToastCard';
import './toasts.css';

export function ToastHost() {
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
