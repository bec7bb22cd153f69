import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { formatCents } from '../../lib/money';

interface Props {
  subtotal: number;
  /** The amount to the first cent above the limit; 0: shipping is free. */
  missing: number;
}

/** The remaining amount to free shipping, of the subtotal that the server counts. */
export function ShippingMeter({ subtotal, missing }: Props) {
  const percent = missing === 0 ? 100 : Math.floor((subtotal * 100) / (subtotal + missing));
  return (
    <>
      <Typography variant="caption" component="p" sx={{ fontWeight: missing === 0 ? 'fontWeightBold' : undefined }}>
        {missing === 0 ? 'Free shipping' : `Add ${formatCents(missing)} more for free shipping`}
      </Typography>
      <LinearProgress
        variant="determinate"
        role="meter"
        color="secondary"
        aria-label="Towards free shipping"
        value={percent}
        sx={{ height: 6, mt: 1, borderRadius: 1, bgcolor: 'divider' }}
      />
    </>
  );
}
