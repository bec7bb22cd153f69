import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { pluralize } from '../../lib/pluralize';
import { formatTime } from '../../lib/formatDay';
import { signedCents } from '../../lib/signedCents';
import { serverMessage } from '../../lib/serverMessage';
import { rem } from '../../theme/typography';
import { Icon } from '../../ui/Icon';
import { LoadFailure } from '../../ui/LoadFailure';
import { SumList } from '../../ui/SumList';
import { Differences } from './Differences';
import { type Reconciliation, useReconciliation } from './useReconciliation';

const card = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 260px' },
  alignItems: 'center',
  gap: 3,
  width: 1,
} as const;
const mark = {
  display: 'grid',
  placeItems: 'center',
  flex: 'none',
  width: rem(60),
  height: rem(60),
  borderRadius: '50%',
} as const;

/** The reconciliation of a day, in both directions between the provider's ledger and the orders. */
export function Verdict({ day }: { day: string }) {
  const { verdict, error, retry, check, isChecking, checkProblem } = useReconciliation(day);
  if (error) return <LoadFailure sentence={serverMessage(error, 'Failed to load the verdict')} onRetry={retry} />;
  const button = (
    <Button
      variant={verdict ? 'quiet' : 'contained'}
      size={verdict ? 'small' : 'medium'}
      aria-busy={isChecking}
      aria-disabled={isChecking}
      onClick={check}
    >
      {isChecking ? 'Checking…' : verdict ? 'Check again' : 'Check now'}
    </Button>
  );
  const problem = checkProblem !== undefined && (
    <Alert severity="error" icon={<Icon name="warn" />}>
      {checkProblem}
      {verdict && ' The last verdict stands below.'}
    </Alert>
  );
  return (
    <Box role="region" aria-label="Verdict" aria-busy={verdict === undefined || isChecking} sx={{ width: 1 }}>
      {verdict === undefined && <Loading />}
      {verdict === null && (
        <Paper variant="panel">
          <Typography variant="h3" component="h2">
            Not checked yet
          </Typography>
          <Typography color="textSecondary">
            Checking asks the provider what it moved on this day, and compares it with the orders.
          </Typography>
          {problem}
          <div>{button}</div>
        </Paper>
      )}
      {verdict && <Checked verdict={verdict} problem={problem} button={button} />}
    </Box>
  );
}

function Loading() {
  return (
    <>
      <Typography role="status" color="textSecondary">
        Loading...
      </Typography>
      <Skeleton variant="rounded" aria-hidden="true" sx={{ height: { xs: rem(320), lg: rem(156) } }} />
    </>
  );
}

interface CheckedProps {
  verdict: Reconciliation;
  problem: ReactNode;
  button: ReactNode;
}

function Checked({ verdict, problem, button }: CheckedProps) {
  const { differenceCount, providerTotal, ordersTotal, checkedAt } = verdict;
  const agrees = differenceCount === 0;
  const colour = agrees ? 'success' : 'error';
  return (
    <Paper variant="panel" sx={agrees ? undefined : { borderColor: 'error.main' }}>
      {problem}
      <Box sx={card}>
        <Box sx={{ display: 'flex', flexDirection: { xs: 'column', sm: 'row' }, gap: 2.5 }}>
          <Box sx={[mark, { bgcolor: `${colour}.soft`, color: `${colour}.main` }]}>
            <Icon name={agrees ? 'check' : 'warn'} size={32} />
          </Box>
          <div>
            <Typography variant="h3" component="h2" color={agrees ? 'textPrimary' : 'error'}>
              {agrees ? 'All cents accounted for' : pluralize(differenceCount, 'difference')}
            </Typography>
            <Typography variant="body2" color="textSecondary" component="p" sx={{ mb: 1.5 }}>
              {movementWords(verdict)} Checked{' '}
              <time dateTime={checkedAt} title={new Date(checkedAt).toLocaleString('en-US')}>
                {formatTime(checkedAt)}
              </time>
              .
            </Typography>
            {button}
          </div>
        </Box>
        <SumList
          sums={[
            ['Provider', signedCents(providerTotal.amount)],
            ['Order ledgers', signedCents(ordersTotal.amount)],
          ]}
          totalLabel="Difference"
          total={signedCents(providerTotal.amount - ordersTotal.amount)}
        />
      </Box>
      {!agrees && <Differences verdict={verdict} />}
    </Paper>
  );
}

function movementWords({ movements, differenceCount }: Reconciliation): string {
  if (movements === 0 && differenceCount === 0) return 'The provider moved nothing, and no order says otherwise.';
  const moved = `${movements === 1 ? '1 charge or refund' : `${movements.toLocaleString('en-US')} charges and refunds`} of the provider`;
  if (differenceCount > 0) return `${moved} compared with the orders.`;
  return `${moved}, each with its order, and the other way round.`;
}
