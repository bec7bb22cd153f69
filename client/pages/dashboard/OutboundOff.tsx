import Alert from '@mui/material/Alert';
import { useIsOutboundOff } from '../../session/useIsOutboundOff';

/** Warns admins that nothing is sent. */
export function OutboundOff() {
  const isOff = useIsOutboundOff();
  if (!isOff) return null;
  return (
    <Alert severity="warning">
      OUTBOUND is off: this shop sends no mail and no webhook and asks no payment provider. What is due waits until it
      is on.
    </Alert>
  );
}
