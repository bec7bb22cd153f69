import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { formatRoundCents } from '../../lib/formatRoundCents';
import { formatCents } from '../../lib/money';
import { percentToFreeShipping } from './freeShipping';

const looks = {
  caption: { height: 6, mt: 1, borderRadius: 1, bgcolor: 'divider' },
  dense: { mt: 1.25, bgcolor: 'divider' },
} as const;

interface Props {
  /** What counts towards free shipping, in cents. */
  subtotal: number;
  /** The cents to the first one above the limit; 0: shipping is free. */
  missing: number;
  /** The limit in cents, where the words name it, as in the drawer. */
  above?: number;
}

/** The remaining amount to free shipping. */
export function ShippingMeter({ subtotal, missing, above }: Props) {
  const look = above === undefined ? 'caption' : 'dense';
  return (
    <>
      <Typography variant={look} component="p">
        <Words missing={missing} above={above} />
      </Typography>
      <LinearProgress
        variant="determinate"
        role="meter"
        color="secondary"
        aria-label="Towards free shipping"
        value={percentToFreeShipping(subtotal, missing)}
        sx={looks[look]}
      />
    </>
  );
}

function Words({ missing, above }: { missing: number; above: number | undefined }) {
  if (missing === 0)
    return (
      <>
        <b>Free shipping</b>
        {above !== undefined && ` reached: your order is over ${formatRoundCents(above)}`}
      </>
    );
  return (
    <>
      Add {formatCents(missing)} more for {above === undefined ? 'free shipping' : <b>free shipping</b>}
    </>
  );
}
