import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import type { TestNoticeWay } from '../../__generated__/lazyOperations';
import { formatCents } from '../../lib/money';
import { rem } from '../../theme/typography';
import { DateTime } from '../../ui/DateTime';
import type { TableColumn, TableStyles } from '../../ui/tableColumns';
import { OrderLink } from './OrderLink';
import { declineReasons, formatAttempt, paymentResults, testWays } from './paymentLabels';
import type { AttemptRow } from './usePaymentLists';

export const attemptTableStyles: TableStyles = {
  columns: {
    '& td': { py: 1.25, verticalAlign: 'middle' },
    // Each as wide as its words: equal columns would be too narrow for the longest.
    '& td[data-column="test"] > div': { gridTemplateColumns: `repeat(${testWays.length}, auto)` },
  },
  cards: {
    '& tbody tr': {
      gridTemplateColumns: 'minmax(0, 1fr) auto',
      gridTemplateAreas: '"order amount" "time time" "step step" "result result" "test test"',
    },
    '& td[data-column="amount"]': { fontWeight: 'fontWeightMedium' },
  },
};

const stepId = ({ id }: AttemptRow) => `attempt-${id}`;

export const attemptColumns: readonly TableColumn<AttemptRow>[] = [
  { key: 'time', header: 'Time', cell: ({ createdAt }) => <DateTime at={createdAt} />, width: 190 },
  {
    key: 'order',
    header: 'Order',
    bare: true,
    cell: ({ orderNumber }) => <OrderLink number={orderNumber} />,
    width: 136,
  },
  {
    key: 'step',
    header: 'Step',
    cell: (row) => (
      <span id={stepId(row)}>
        {formatAttempt(row.id)}
        {row.cardLast4 !== null && `, ${row.cardBrand ?? 'Card'} •••• ${row.cardLast4}`}
      </span>
    ),
  },
  {
    key: 'amount',
    header: 'Amount',
    numeric: true,
    bare: true,
    cell: ({ amount }) => formatCents(amount.amount),
    width: 116,
  },
  { key: 'result', header: 'Result', cell: (row) => <Result row={row} />, width: 190 },
];

function Result({ row: { result, declineReason, amount, captured, refunded } }: { row: AttemptRow }) {
  const more = [
    declineReason !== null && declineReasons[declineReason],
    captured.amount > 0 && captured.amount !== amount.amount && `${formatCents(captured.amount)} captured`,
    refunded.amount > 0 && `${formatCents(refunded.amount)} refunded`,
  ].filter((words) => words !== false);
  return (
    <Box sx={{ minWidth: 0 }}>
      <Chip variant="status" {...paymentResults[result]} />
      {more.length > 0 && (
        <Typography variant="caption" component="p" color="textSecondary">
          {more.join(', ')}
        </Typography>
      )}
    </Box>
  );
}

const buttons = {
  display: 'grid',
  gridTemplateColumns: `repeat(auto-fit, minmax(min(100%, ${rem(76)}), 1fr))`,
  gap: 1,
  width: 1,
} as const;

/** For providers whose notices can be duplicated, delayed or lost on request. */
export const testColumn = (onSend: (row: AttemptRow, way: TestNoticeWay) => void): TableColumn<AttemptRow> => ({
  key: 'test',
  header: 'Test',
  bare: true,
  cell: (row) => (
    <Box role="group" aria-label="Its notices" sx={buttons}>
      {testWays.map(([way, label]) => (
        <Button key={way} variant="quiet" size="small" aria-describedby={stepId(row)} onClick={() => onSend(row, way)}>
          {label}
        </Button>
      ))}
    </Box>
  ),
  width: 310,
});
