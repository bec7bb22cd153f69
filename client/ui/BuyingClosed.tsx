import Typography from '@mui/material/Typography';

/** Replaces links to a payment while payments are disabled. */
export function BuyingClosed() {
  return (
    <Typography role="status" sx={{ my: 1.5 }}>
      <b>Buying is closed.</b> This shop takes no payments yet.
    </Typography>
  );
}
