import { useEffect, useRef, useSyncExternalStore } from 'react';
import { onToastsChange, type Toast, queuedToasts, removeToast } from './toast';

const none: readonly Toast[] = [];

/** Shows toasts while ToastHost cannot be loaded; every new toast retries to load it. */
export function FallbackToasts({ retry }: { retry: () => void }) {
  const toasts = useSyncExternalStore(onToastsChange, queuedToasts, () => none);
  const newest = toasts.at(-1);
  const first = useRef(newest);
  useEffect(() => {
    if (newest && newest !== first.current) retry();
  }, [newest, retry]);
  return (
    <div className="plain-toasts">
      {toasts.map((toast, index) => (
        <FallbackToast key={`${index} ${toast.message}`} toast={toast} />
      ))}
    </div>
  );
}

function FallbackToast({ toast }: { toast: Toast }) {
  const { message, detail, kind, duration, action } = toast;
  useEffect(() => {
    const timer = setTimeout(removeToast, duration, toast);
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
            removeToast(toast);
            action.run();
          }}
        >
          {action.label}
        </button>
      )}
    </div>
  );
}
