import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableFooter from '@mui/material/TableFooter';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import type { StockMovementsQuery, StockReason } from '../../__generated__/lazyOperations';
import { DateTime } from '../../ui/DateTime';
import { Panel } from '../../ui/Panel';

type Level = NonNullable<StockMovementsQuery['stockLevel']>;

const words: Record<StockReason, string> = {
  SALE: 'Sale',
  RETURN: 'Return',
  CORRECTION: 'Correction',
  DELIVERY: 'Delivery',
  CANCELLATION: 'Cancellation',
};

/** '+6', '−2'. */
const signed = (delta: number) => `${delta > 0 ? '+' : delta < 0 ? '−' : ''}${Math.abs(delta).toLocaleString('en-US')}`;

const numeric = { fontVariantNumeric: 'tabular-nums' } as const;

/** What the API gives of a level: with fewer there are no earlier ones. */
const mostMovements = 50;

/** The latest changes, one line for the earlier ones, and their sum, which is the stock on hand. */
export function Movements({ level: { movements, onHand } }: { level: Level }) {
  const hasEarlier = movements.length >= mostMovements;
  const earlier = hasEarlier ? onHand - movements.reduce((sum, { delta }) => sum + delta, 0) : 0;
  return (
    <Panel title="Movements">
      <Table size="small" aria-label="Movements">
        <TableHead>
          <TableRow>
            <TableCell>When</TableCell>
            <TableCell>Why</TableCell>
            <TableCell align="right">Change</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {movements.map(({ id, at, reason, orderNumber, delta }) => (
            <TableRow key={id}>
              <TableCell>
                <DateTime at={at} />
              </TableCell>
              <TableCell>{orderNumber === null ? words[reason] : `${words[reason]}, ${orderNumber}`}</TableCell>
              <TableCell align="right" sx={numeric}>
                {signed(delta)}
              </TableCell>
            </TableRow>
          ))}
          {earlier !== 0 && (
            <TableRow>
              <TableCell>Earlier</TableCell>
              <TableCell />
              <TableCell align="right" sx={numeric}>
                {signed(earlier)}
              </TableCell>
            </TableRow>
          )}
        </TableBody>
        <TableFooter>
          <TableRow>
            <TableCell component="th" scope="row" colSpan={2}>
              <Typography variant="label">Sum, on hand</Typography>
            </TableCell>
            <TableCell align="right">
              <Typography variant="h4" component="b" data-testid="sum" sx={numeric}>
                {onHand.toLocaleString('en-US')}
              </Typography>
            </TableCell>
          </TableRow>
        </TableFooter>
      </Table>
    </Panel>
  );
}
