import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { formatDeliveryDays } from '../../lib/formatDay';
import { formatCents } from '../../lib/money';
import { useSettings } from '../../session/useSettings';
import { rem } from '../../theme/typography';
import { Icon } from '../../ui/Icon';
import { SvgIcon } from '../../ui/SvgIcon';
import type { Checkout } from './checkoutApi';
import { checkoutIcons } from './checkoutIcons';
import { describeCharge } from './describeCharge';

/** Softened in the dark scheme, so that the button stays the only filled element. */
const Ground = styled('section')(({ theme }) => ({
  padding: `${rem(20)} ${rem(26)}`,
  borderRadius: `${rem(12)} ${rem(12)} 0 0`,
  backgroundColor: theme.vars.palette.primary.main,
  color: theme.vars.palette.primary.contrastText,
  // Visible in forced colours.
  border: '1px solid transparent',
  ...theme.applyStyles('dark', {
    backgroundColor: theme.vars.palette.primary.soft,
    color: theme.vars.palette.text.primary,
  }),
  [theme.breakpoints.down('md')]: { padding: `${rem(18)}`, borderRadius: rem(12) },
  '& ul': { display: 'grid', gap: rem(8), margin: `${rem(12)} 0 0`, padding: 0, listStyle: 'none' },
  '& li': { ...theme.typography.body2, display: 'flex', gap: rem(12) },
}));

interface Props {
  checkout: Checkout;
  /** False: the amount is a subtotal. */
  isFinal: boolean;
  /** The amount before it changed. */
  totalBefore: number | undefined;
}

/** Amount, arrival and next step come first, in the largest type. */
export function PayPanel({ checkout, isFinal, totalBefore }: Props) {
  const { total, shippingMethods: methods, shippingMethod: method, shippingAddress } = checkout;
  const [lead, rest] = describeCharge(useSettings()?.captureAfterMinutes);
  const arrives = method ? formatDeliveryDays(method.earliest, method.latest) : undefined;
  return (
    <Ground aria-label="What you pay">
      <Box
        sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', alignItems: 'baseline', gap: 1.5 }}
      >
        <Typography variant="h6" component="h2">
          {isFinal ? 'You pay' : 'You pay so far'}
        </Typography>
        <Typography component="p" variant="price" data-testid="you-pay" sx={{ fontSize: 'h1.fontSize' }}>
          {totalBefore !== undefined && totalBefore !== total.amount && (
            <Typography component="del" variant="body1" sx={{ mr: 1.5 }}>
              {formatCents(totalBefore)}
            </Typography>
          )}
          {formatCents(total.amount)}
        </Typography>
      </Box>
      <ul>
        <li>
          <Icon name="truck" />
          <span>
            {arrives !== undefined && (
              <>
                Arrives <b>{arrives}</b>
              </>
            )}
            {arrives === undefined &&
              (methods.length > 0
                ? 'Arrives: choose a shipping method'
                : shippingAddress
                  ? 'Arrives: not to this country yet'
                  : 'Arrives: choose a country')}
          </span>
        </li>
        <li>
          <SvgIcon lines={checkoutIcons.card} />
          <span>
            <b>{lead}</b>
            {rest}
          </span>
        </li>
        <li>
          <SvgIcon lines={checkoutIcons.mail} />
          <span>Your order number at once, on the next page</span>
        </li>
      </ul>
    </Ground>
  );
}
