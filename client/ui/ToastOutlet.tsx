import { useSyncExternalStore } from 'react';
import { lazyModule } from '../lib/lazyModule';
import { lazyComponent } from './lazyComponent';
import { FallbackToasts } from './FallbackToasts';
import { hasToasts, onToastsChange } from './toast';

const ToastHost = lazyComponent(
  lazyModule(() => import('./ToastHost')),
  'ToastHost',
  { title: 'Messages', fallback: (_props, retry) => <FallbackToasts retry={retry} /> },
);

export function ToastOutlet() {
  const needed = useSyncExternalStore(onToastsChange, hasToasts, () => false);
  // The region is there before its first message: one that comes along with its words is not announced.
  return <div aria-live="polite">{needed && <ToastHost />}</div>;
}
