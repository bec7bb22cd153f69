import { useSyncExternalStore } from 'react';
import { lazyModule } from '../lib/lazyModule';
import { lazyComponent } from './lazyComponent';
import { PlainToasts } from './PlainToasts';
import { isToastWaiting, onToastNeeded } from './toast';

const ToastHost = lazyComponent(
  lazyModule(() => import('./ToastHost')),
  'ToastHost',
  { title: 'Messages', fallback: (_props, retry) => <PlainToasts retry={retry} /> },
);

export function ToastOutlet() {
  const needed = useSyncExternalStore(onToastNeeded, isToastWaiting, () => false);
  return needed ? <ToastHost /> : null;
}
