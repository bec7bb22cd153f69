import { enqueueSnackbar, SnackbarProvider } from 'notistack';
import { useEffect } from 'react';
import { constants } from '../lib/constants';
import { setToastDelivery } from './toast';

export function ToastHost() {
  useEffect(
    () =>
      setToastDelivery(({ message, kind, duration }) => {
        enqueueSnackbar(message, { variant: kind, autoHideDuration: duration });
      }),
    [],
  );
  return (
    <SnackbarProvider maxSnack={3} anchorOrigin={constants.toast.position} classes={{ containerRoot: 'toasts' }} />
  );
}
