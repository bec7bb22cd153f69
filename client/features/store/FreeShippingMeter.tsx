import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { constants } from '../../lib/constants';
import { formatMoney } from '../../lib/money';
import { freeShipping } from './freeShipping';

const box = {
  m: { xs: '0 18px 16px', sm: '0 28px 16px' },
  p: '14px 16px',
  borderRadius: '10px',
  bgcolor: 'background.sunken',
};

export function FreeShippingMeter({ total }: { total: number }) {
  const { reached, missing, percent } = freeShipping(total);
  return (
    <Box data-testid="free-shipping" sx={box}>
      <Typography variant="dense" component="p">
        {reached && (
          <>
            <b>Free shipping</b> reached: your order is over ${constants.freeShippingThreshold}
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
