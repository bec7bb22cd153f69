import { lazy, Suspense, useSyncExternalStore } from 'react';
import { isToastWaiting, onToastNeeded } from './toast';

const ToastHost = lazy(() => import('./ToastHost').then(({ ToastHost }) => ({ default: ToastHost })));

export function ToastOutlet() {
  const needed = useSyncExternalStore(onToastNeeded, isToastWaiting, () => false);
  return needed ? (
    <Suspense fallback={null}>
      <ToastHost />
    </Suspense>
  ) : null;
}
