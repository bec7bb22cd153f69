import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { formatTime } from '../../lib/formatDay';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { Icon } from '../../ui/Icon';
import { VisuallyHidden } from '../../ui/VisuallyHidden';
import { moneyIfCancelled } from './orderMoney';
import type { Order } from './orderStatusLabels';
import { type EndedOrder, useEndOrder } from './useEndOrder';
import { useMinutesLeft } from './useMinutesLeft';

interface Props {
  order: Order;
  token: string | undefined;
  onEnded: (ended: EndedOrder) => void;
  onRefused: () => void;
}

const box = {
  display: 'grid',
  gap: 1.5,
  alignContent: 'start',
  p: 2,
  border: '1px dashed',
  borderColor: 'secondary.main',
  borderRadius: 2,
} as const;

/** Screen readers announce only these minutes, because more would interrupt. */
const announced: readonly number[] = [5, 1];

/** During the undo period, and until shipping while it can be cancelled. */
export function UndoBox({ order, ...props }: Props) {
  const minutes = useMinutesLeft(order.canUndoUntil);
  const ending = useEndOrder({ order, ...props });
  if (order.canUndoUntil !== null && minutes > 0)
    return <Undo until={order.canUndoUntil} minutes={minutes} ending={ending} />;
  return order.canCancel ? <Cancel order={order} ending={ending} /> : null;
}

type Ending = ReturnType<typeof useEndOrder>;

function Undo({ until, minutes, ending }: { until: string; minutes: number; ending: Ending }) {
  const unit = minutes === 1 ? 'minute' : 'minutes';
  return (
    <Box component="section" aria-label="Changed your mind?" sx={box}>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', gap: 2 }}>
        <Box sx={{ textAlign: 'center' }}>
          <Typography variant="h2" component="p">
            {minutes}
          </Typography>
          <Typography variant="caption" component="p" color="textSecondary">
            {unit} left
          </Typography>
        </Box>
        <div>
          <Typography variant="h6" component="h2">
            Changed your mind?
          </Typography>
          <Typography variant="body2" color="textSecondary">
            Until {formatTime(until)} nothing is charged; what came from your cart goes back into it.
          </Typography>
        </div>
      </Box>
      <VisuallyHidden role="status">
        {announced.includes(minutes) && `${minutes} ${unit} left to undo this purchase`}
      </VisuallyHidden>
      {ending.failure && <Alert severity="error">{ending.failure}</Alert>}
      <Button
        variant="ink"
        startIcon={<Icon name="back" />}
        disabled={ending.isBusy}
        onClick={() => void ending.undo()}
      >
        {ending.isBusy ? 'Undoing…' : 'Undo purchase'}
      </Button>
    </Box>
  );
}

function Cancel({ order, ending }: { order: Order; ending: Ending }) {
  const [isAsking, setAsking] = useState(false);
  const money = moneyIfCancelled(order);
  return (
    <Box component="section" aria-label="Cancel order" sx={{ ...box, borderColor: 'divider' }}>
      <Typography variant="body2" color="textSecondary">
        Nothing is shipped yet. {money}
      </Typography>
      {ending.failure && <Alert severity="error">{ending.failure}</Alert>}
      <Button variant="ink" disabled={ending.isBusy} onClick={() => setAsking(true)}>
        {ending.isBusy ? 'Cancelling…' : 'Cancel order'}
      </Button>
      {isAsking && (
        <ConfirmDialog
          question="Cancel this order?"
          detail={`${money} It cannot be taken up again.`}
          confirm="Cancel order"
          keep="Keep order"
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            void ending.cancel();
          }}
        />
      )}
    </Box>
  );
}
