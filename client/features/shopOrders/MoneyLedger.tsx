import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableFooter from '@mui/material/TableFooter';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import type { LedgerKind } from '../../__generated__/lazyOperations';
import { formatDay, formatTime } from '../../lib/formatDay';
import { formatCents } from '../../lib/money';
import { signedCents } from '../../lib/signedCents';
import { Panel } from '../../ui/Panel';
import type { ShopOrder } from './shopOrder';

const kinds: Readonly<Record<LedgerKind, readonly [words: string, sign: '' | '+' | '−']>> = {
  AUTHORIZED: ['Authorized', ''],
  CAPTURED: ['Captured', '+'],
  VOIDED: ['Voided', ''],
  REFUNDED: ['Refunded', '−'],
  REFUND_FAILED: ['Refund failed', '+'],
  DISPUTED: ['Taken by a dispute', '−'],
  DISPUTE_WON: ['Dispute won', '+'],
};

const isProblem = (kind: LedgerKind): boolean => kind === 'REFUND_FAILED' || kind === 'DISPUTED';

const numeric = { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap', px: { xs: 0.5, sm: 1 } } as const;
const words = { pl: 0, overflowWrap: 'anywhere' } as const;

interface Props {
  order: ShopOrder;
  /** Incremented by each refund on this page, whose line then gets the focus. */
  refunds: number;
}

/** Every movement of money, with the balance of the order after it. */
export function MoneyLedger({ order: { ledger, isTest }, refunds }: Props) {
  const last = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (refunds > 0) last.current?.focus();
  }, [refunds]);
  const entries = ledger ?? [];
  return (
    <Panel title="Money">
      <Table size="small" aria-label="Money">
        <TableHead>
          <TableRow>
            <TableCell sx={words}>What</TableCell>
            <TableCell align="right" sx={numeric}>
              Amount
            </TableCell>
            <TableCell align="right" sx={{ ...numeric, pr: 0 }}>
              Balance
            </TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {entries.map(({ at, what, amount, balance }, index) => (
            <TableRow key={`${index} ${what}`} {...(index === entries.length - 1 && { ref: last, tabIndex: -1 })}>
              <TableCell component="th" scope="row" sx={words}>
                <Typography variant="body2" color={isProblem(what) ? 'error' : 'textPrimary'}>
                  {kinds[what][0]}
                </Typography>
                <Typography variant="caption" component="p" color="textSecondary">
                  <time dateTime={at}>
                    {formatDay(at)}, {formatTime(at)}
                  </time>
                </Typography>
              </TableCell>
              <TableCell align="right" sx={numeric}>
                {kinds[what][1]}
                {formatCents(amount.amount)}
              </TableCell>
              <TableCell align="right" sx={{ ...numeric, pr: 0 }}>
                {signedCents(balance.amount)}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
        <TableFooter>
          <TableRow>
            <TableCell component="th" scope="row" sx={words}>
              <Typography variant="label">The shop keeps</Typography>
            </TableCell>
            <TableCell align="right" colSpan={2} sx={{ ...numeric, pr: 0 }}>
              <Typography variant="h4" component="b" data-testid="kept" sx={{ fontVariantNumeric: 'tabular-nums' }}>
                {signedCents(entries.at(-1)?.balance.amount ?? 0)}
              </Typography>
            </TableCell>
          </TableRow>
        </TableFooter>
      </Table>
      {isTest && (
        <Typography variant="caption" component="p" color="textSecondary">
          Test order: no money moved.
        </Typography>
      )}
    </Panel>
  );
}
