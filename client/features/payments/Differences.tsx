import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { formatCount } from '../../lib/formatCount';
import { signedCents } from '../../lib/signedCents';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { OrderLink } from './OrderLink';
import { differenceKinds, fixEffects } from './paymentLabels';
import { type Difference, type Reconciliation, useFixDifference } from './useReconciliation';

const row = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 1.5,
  py: 1.5,
  borderTop: 1,
  borderColor: 'divider',
} as const;

/** Differences between shop and provider, each with its fix. */
export function Differences({ verdict: { differences, differenceCount } }: { verdict: Reconciliation }) {
  const [asked, ask] = useState<Difference>();
  const { fix, isFixing } = useFixDifference();
  return (
    <>
      <Box component="ul" aria-label="Differences" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {differences.map((difference) => (
          <Box component="li" key={difference.id} sx={row}>
            <Words difference={difference} />
            {difference.canFix ? (
              <Button
                variant="quiet"
                size="small"
                disabled={isFixing}
                aria-describedby={idOf(difference)}
                onClick={() => ask(difference)}
              >
                Fix
              </Button>
            ) : (
              <Typography variant="caption" color="textSecondary">
                Look into the provider’s dashboard
              </Typography>
            )}
          </Box>
        ))}
      </Box>
      {differenceCount > differences.length && (
        <Typography variant="body2" color="textSecondary">
          The first {formatCount(differences.length)} are listed; the others follow when these are fixed.
        </Typography>
      )}
      {asked && (
        <ConfirmDialog
          question="Fix this difference?"
          detail={`${differenceKinds[asked.kind]}${asked.orderNumber === null ? '' : `: ${asked.orderNumber}`}. ${fixEffects[asked.kind]}`}
          confirm="Fix"
          onConfirm={() => {
            ask(undefined);
            fix(asked);
          }}
          onClose={() => ask(undefined)}
        />
      )}
    </>
  );
}

const idOf = ({ id }: Difference) => `difference-${id}`;

function Words({ difference }: { difference: Difference }) {
  const { kind, orderNumber, providerId, providerAmount, orderAmount } = difference;
  const sum = (money: Difference['orderAmount']) => (money ? signedCents(money.amount) : 'nothing');
  return (
    <Box id={idOf(difference)} sx={{ flex: '1 1 18rem', minWidth: 0 }}>
      <Typography variant="label" component="p">
        {differenceKinds[kind]} · <OrderLink number={orderNumber} none="No order" />
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        {kind === 'OTHER_CURRENCY'
          ? 'The shop takes US dollars alone'
          : `Provider ${sum(providerAmount)}, order ${sum(orderAmount)}`}
        {providerId !== null && (
          <>
            {' · '}
            <bdi>{providerId}</bdi>
          </>
        )}
      </Typography>
    </Box>
  );
}
