import Typography from '@mui/material/Typography';

/** In place of what would lead to a payment. */
export function BuyingClosed() {
  return (
    <Typography role="status" sx={{ my: 1.5 }}>
      <b>Buying is closed.</b> This shop takes no payments yet.
    </Typography>
  );
}
