import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { corner } from './corner';
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
    <Box sx={corner}>
      {toasts.map((toast, index) => (
        <FallbackToast key={`${index} ${toast.message}`} toast={toast} />
      ))}
    </Box>
  );
}

function FallbackToast({ toast }: { toast: Toast }) {
  const { message, detail, kind, duration, action } = toast;
  useEffect(() => {
    const timer = setTimeout(removeToast, duration, toast);
    return () => clearTimeout(timer);
  }, [toast, duration]);
  return (
    <Paper variant="floating" role={kind === 'error' ? 'alert' : undefined}>
      <p>{message}</p>
      {detail && <p>{detail}</p>}
      {action && (
        <Button
          variant="link"
          onClick={() => {
            removeToast(toast);
            action.run();
          }}
        >
          {action.label}
        </Button>
      )}
    </Paper>
  );
}
