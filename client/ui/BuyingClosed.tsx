import Typography from '@mui/material/Typography';
import { useRef } from 'react';
import { useFocusFallback } from './useFocusFallback';

/** Replaces links to a payment while payments are disabled; `focused`: after a press on one, which has gone. */
export function BuyingClosed({ focused = false }: { focused?: boolean }) {
  const words = useRef<HTMLParagraphElement>(null);
  useFocusFallback(words, Number(focused));
  return (
    <Typography ref={words} tabIndex={-1} role="status" sx={{ my: 1.5 }}>
      <b>Buying is closed.</b> This shop takes no payments yet.
    </Typography>
  );
}
