import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { formatRoundCents } from '../../lib/formatRoundCents';
import { formatMoney } from '../../lib/money';
import { freeShipping } from './freeShipping';

const box = {
  m: { xs: '0 18px 16px', sm: '0 28px 16px' },
  p: '14px 16px',
  borderRadius: '10px',
  bgcolor: 'background.sunken',
};

interface Props {
  total: number;
  /** The limit, in cents. */
  above: number;
}

export function FreeShippingMeter({ total, above }: Props) {
  const { reached, missing, percent } = freeShipping(total, above);
  return (
    <Box data-testid="free-shipping" sx={box}>
      <Typography variant="dense" component="p">
        {reached && (
          <>
            <b>Free shipping</b> reached: your order is over {formatRoundCents(above)}
          </>
        )}
        {!reached && (
          <>
            Add {formatMoney(missing)} more for <b>free shipping</b>
          </>
        )}
      </Typography>
      <LinearProgress
        variant="determinate"
        role="meter"
        color="secondary"
        aria-label="Towards free shipping"
        value={percent}
        sx={{ mt: 1.25, bgcolor: 'divider' }}
      />
    </Box>
  );
}
