import { useEffect, useRef, useSyncExternalStore } from 'react';
import { onToastNeeded, type Toast, waitingToasts, withdrawToast } from './toast';

const none: readonly Toast[] = [];

/** Messages while what draws them well is missing; the next one looks for it again. */
export function PlainToasts({ lookAgain }: { lookAgain: () => void }) {
  const toasts = useSyncExternalStore(onToastNeeded, waitingToasts, () => none);
  const newest = toasts.at(-1);
  const first = useRef(newest);
  useEffect(() => {
    if (newest && newest !== first.current) lookAgain();
  }, [newest, lookAgain]);
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
