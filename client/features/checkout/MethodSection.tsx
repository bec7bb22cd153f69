import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import { formatDeliveryDays } from '../../lib/formatDay';
import { formatCents } from '../../lib/money';
import { Icon } from '../../ui/Icon';
import type { Checkout } from './checkoutApi';
import { CheckoutSection } from './CheckoutSection';

type Method = Checkout['shippingMethods'][number];

interface Props {
  checkout: Checkout;
  /** Why a new choice is required. */
  problem: string | undefined;
  onChoose: (id: string) => void;
}

const list = { border: 1, borderColor: 'outline', borderRadius: 1, overflow: 'hidden' } as const;
const row = (isChosen: boolean) =>
  ({
    m: 0,
    p: '10px 14px 10px 4px',
    bgcolor: isChosen ? 'primary.soft' : 'background.paper',
    '& + &': { borderTop: 1, borderColor: 'divider' },
    '& > :last-child': { flex: 1, minWidth: 0 },
  }) as const;

export function MethodSection({ checkout, problem, onChoose }: Props) {
  const { shippingMethods: methods, shippingMethod: chosen, shippingAddress } = checkout;
  return (
    <CheckoutSection number={3} title="Shipping method">
      {problem !== undefined && (
        <Alert severity="warning" role="status" icon={<Icon name="warn" />}>
          {problem}
        </Alert>
      )}
      {methods.length === 0 ? (
        <Typography color="textSecondary">
          {shippingAddress ? 'Choose a country that we deliver to.' : 'Choose a country first.'}
        </Typography>
      ) : (
        <RadioGroup
          aria-label="Shipping method"
          name="shippingMethod"
          value={chosen?.id ?? ''}
          onChange={(_event, id) => onChoose(id)}
          sx={list}
        >
          {methods.map((method) => (
            <FormControlLabel
              key={method.id}
              value={method.id}
              control={<Radio />}
              label={<MethodWords method={method} />}
              sx={row(method.id === chosen?.id)}
            />
          ))}
        </RadioGroup>
      )}
    </CheckoutSection>
  );
}

function MethodWords({ method: { name, price, fullPrice, earliest, latest } }: { method: Method }) {
  return (
    <Box component="span" sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center', gap: 2 }}>
      <span>
        <b>
          <bdi>{name}</bdi>
        </b>
        <Typography variant="caption" component="span" color="textSecondary" sx={{ display: 'block' }}>
          {formatDeliveryDays(earliest, latest)}
        </Typography>
      </span>
      <Box component="span" sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
        {price.amount !== fullPrice.amount && (
          <Box component="del" sx={{ mr: 0.75, color: 'text.secondary' }}>
            {formatCents(fullPrice.amount)}
          </Box>
        )}
        <b>{price.amount === 0 ? 'Free' : formatCents(price.amount)}</b>
      </Box>
    </Box>
  );
}
