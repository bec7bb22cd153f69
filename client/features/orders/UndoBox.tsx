import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type FocusEvent, useEffect, useRef, useState } from 'react';
import { formatTime } from '../../lib/formatDay';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { Icon } from '../../ui/Icon';
import { useFocusFallback } from '../../ui/useFocusFallback';
import { VisuallyHidden } from '../../ui/VisuallyHidden';
import { moneyIfCancelled } from './orderMoney';
import type { Order } from './orderStatusLabels';
import { type EndedOrder, useEndOrder } from './useEndOrder';
import { useMinutesLeft } from './useMinutesLeft';

interface Props {
  order: Order;
  token: string | undefined;
  /** On this page, which says so elsewhere. */
  isEnded: boolean;
  onEnded: (ended: EndedOrder) => void;
  /** Reads the order again; stable. */
  reload: () => Promise<void>;
}

type Stage = 'undo' | 'cancel' | 'over';

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

const labels: Readonly<Record<Stage, string>> = {
  undo: 'Changed your mind?',
  cancel: 'Cancel order',
  over: 'Cancel order',
};

/** During the undo period, and until shipping while it can be cancelled. */
export function UndoBox({ order, isEnded, ...props }: Props) {
  const { canUndoUntil, canCancel } = order;
  const minutes = useMinutesLeft(canUndoUntil);
  const ending = useEndOrder({ order, ...props });
  useReloadAtEnd(canUndoUntil, minutes, props.reload);
  // What was offered here does not vanish without a word.
  const [wasOffered] = useState(canCancel);
  const isOver = wasOffered && !isEnded;
  const stage: Stage | undefined =
    canUndoUntil !== null && minutes > 0 ? 'undo' : canCancel ? 'cancel' : isOver ? 'over' : undefined;
  const place = usePlace(stage);
  if (!stage) return null;
  return (
    <Box
      component="section"
      aria-label={labels[stage]}
      tabIndex={-1}
      {...place}
      sx={{ ...box, ...(stage !== 'undo' && { borderColor: 'divider' }) }}
    >
      {canUndoUntil !== null && stage === 'undo' && <Undo until={canUndoUntil} minutes={minutes} ending={ending} />}
      {stage === 'cancel' && <Cancel order={order} ending={ending} reload={props.reload} />}
      {stage === 'over' && (
        <Typography variant="body2" color="textSecondary">
          {order.status === 'CANCELLED'
            ? 'It is cancelled already.'
            : 'It cannot be cancelled any more: it is on its way.'}
        </Typography>
      )}
    </Box>
  );
}

/** Once: by then the server knows more than was read, and the browser's clock may be wrong. */
function useReloadAtEnd(canUndoUntil: string | null, minutes: number, reload: Props['reload']): void {
  const isPast = canUndoUntil !== null && minutes === 0;
  useEffect(() => {
    if (isPast) void reload();
  }, [isPast, canUndoUntil, reload]);
}

/** Keeps the focus in the section when its focused button goes; takes it from nobody else. */
function usePlace(stage: Stage | undefined) {
  const ref = useRef<HTMLElement>(null);
  const [firstStage] = useState(stage);
  const [hasFocus, setHasFocus] = useState(false);
  useFocusFallback(ref, hasFocus && stage !== firstStage ? stage : undefined);
  return {
    ref,
    onFocus: () => setHasFocus(true),
    // When the whole window loses the focus, the button still has it in the document.
    onBlur: ({ currentTarget }: FocusEvent) => setHasFocus(currentTarget.contains(document.activeElement)),
  };
}

type Ending = ReturnType<typeof useEndOrder>;

function Undo({ until, minutes, ending }: { until: string; minutes: number; ending: Ending }) {
  const unit = minutes === 1 ? 'minute' : 'minutes';
  return (
    <>
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
    </>
  );
}

function Cancel({ order, ending, reload }: { order: Order; ending: Ending; reload: Props['reload'] }) {
  const [question, setQuestion] = useState<'none' | 'reading' | 'asked'>('none');
  const money = moneyIfCancelled(order);
  const isReading = question === 'reading';
  async function ask(): Promise<void> {
    if (isReading) return;
    setQuestion('reading');
    // The page may have been open for hours.
    await reload();
    setQuestion('asked');
  }
  return (
    <>
      <Typography variant="body2" color="textSecondary">
        Nothing is shipped yet. {money}
      </Typography>
      {ending.failure && <Alert severity="error">{ending.failure}</Alert>}
      {/* Not `disabled` while it reads: that would take the focus. */}
      <Button variant="ink" disabled={ending.isBusy} aria-disabled={isReading} onClick={() => void ask()}>
        {ending.isBusy ? 'Cancelling…' : isReading ? 'Looking…' : 'Cancel order'}
      </Button>
      {question === 'asked' && (
        <ConfirmDialog
          question="Cancel this order?"
          detail={`${money} It cannot be taken up again.`}
          confirm="Cancel order"
          keep="Keep order"
          onClose={() => setQuestion('none')}
          onConfirm={() => {
            setQuestion('none');
            void ending.cancel();
          }}
        />
      )}
    </>
  );
}
