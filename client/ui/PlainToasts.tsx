import { useEffect, useRef, useSyncExternalStore } from 'react';
import { onToastNeeded, type Toast, waitingToasts, withdrawToast } from './toast';

const none: readonly Toast[] = [];

/** Shows toasts while ToastHost cannot be loaded; every new toast retries to load it. */
export function PlainToasts({ retry }: { retry: () => void }) {
  const toasts = useSyncExternalStore(onToastNeeded, waitingToasts, () => none);
  const newest = toasts.at(-1);
  const first = useRef(newest);
  useEffect(() => {
    if (newest && newest !== first.current) retry();
  }, [newest, retry]);
  return (
    <div className="plain-toasts">
      {toasts.map((toast, index) => (
        <PlainToast key={`${index} ${toast.message}`} toast={toast} />
      ))}
    </div>
  );
}

function PlainToast({ toast }: { toast: Toast }) {
  const { message, detail, kind, duration, action } = toast;
  useEffect(() => {
    const timer = setTimeout(withdrawToast, duration, toast);
    return () => clearTimeout(timer);
  }, [toast, duration]);
  return (
    <div role={kind === 'error' ? 'alert' : 'status'}>
      <p>{message}</p>
      {detail && <p>{detail}</p>}
      {action && (
        <button
          type="button"
          className="text-button"
          onClick={() => {
            withdrawToast(toast);
            action.run();
          }}
        >
          {action.label}
        </button>
      )}
    </div>
  );
}
