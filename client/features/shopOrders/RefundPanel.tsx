import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { formatCard } from '../../lib/formatCard';
import { pluralize } from '../../lib/pluralize';
import { formatCents } from '../../lib/money';
import { useFormSubmit } from '../../ui/formBinding';
import { Panel } from '../../ui/Panel';
import { QuantityField } from '../../ui/QuantityField';
import { SumList } from '../../ui/SumList';
import { FailureAlert } from './FailureAlert';
import { OrderLineRow } from './OrderLineRow';
import { quantityToRefund, type RefundRow, refundRows } from './refund';
import { RefundFields } from './RefundFields';
import { lineList, panelFoot } from './panelStyles';
import { refundBlockedReason, type ShopOrder } from './shopOrder';
import type { useRefund } from './useRefund';

interface Props {
  order: ShopOrder;
  refund: ReturnType<typeof useRefund>;
}

export function RefundPanel({ order, refund }: Props) {
  const closed = refundBlockedReason(order);
  return (
    <Panel title="Refund">
      {closed === undefined ? (
        <RefundForm order={order} refund={refund} />
      ) : (
        <>
          <Typography variant="body2">{closed}</Typography>
          <FailureAlert failure={refund.failure} />
        </>
      )}
    </Panel>
  );
}

function RefundForm({ order, refund }: Props) {
  const { values, set, preview, refusal, isBusy, failure } = refund;
  const submit = useFormSubmit({ isSubmitting: isBusy, submitCount: 0, submitForm: refund.refund });
  const problem = failure ?? refusal;
  const isOfField = problem?.field === 'amount' || problem?.field === 'reason';
  const amounts = new Map(preview?.lines.map(({ id, amount }) => [id, formatCents(amount.amount)]));
  const rows = refundRows(order);
  const chosen = rows.filter((row) => quantityToRefund(row, values) > 0);
  /** Shows a line's amount once, in its last selected row. */
  const amountIn = (row: RefundRow) => {
    const last = chosen.filter(({ line }) => line.id === row.line.id).at(-1);
    if (!chosen.includes(row)) return { amount: '–' };
    return row === last ? { amount: amounts.get(row.line.id) ?? '–' } : {};
  };
  return (
    <Stack component="form" {...submit} sx={{ gap: 2.5 }}>
      <Box component="ul" aria-label="Pieces to refund" sx={lineList}>
        {rows.map((row) => (
          <OrderLineRow
            key={row.key}
            line={row.line}
            detail={`of ${row.most}${row.kind === undefined ? '' : ` ${row.kind}`}, ${formatCents(row.line.unitPrice.amount)} each`}
            control={
              <QuantityField
                name={row.kind === undefined ? row.line.name : `${row.line.name} (${row.kind})`}
                value={quantityToRefund(row, values)}
                readOnly={isBusy}
                least={0}
                most={row.most}
                onChange={(quantity) => set({ pieces: { ...values.pieces, [row.key]: quantity } })}
              />
            }
            {...amountIn(row)}
          />
        ))}
      </Box>
      <RefundFields order={order} values={values} set={set} problem={isOfField ? problem : undefined} />
      <Preview order={order} refund={refund} />
      {!isOfField && refusal && !failure && (
        <Typography variant="body2" color="error" role="status">
          {refusal.sentence}
        </Typography>
      )}
      {!isOfField && <FailureAlert failure={failure} />}
      <Box sx={panelFoot}>
        <Typography variant="body2" color="textSecondary">
          At most {formatCents(order.refundable?.amount ?? 0)} can be refunded
        </Typography>
        <Button variant="ink" type="submit" disabled={isBusy || !preview}>
          {isBusy ? 'Refunding…' : preview ? `Refund ${formatCents(preview.amount.amount)}` : 'Refund'}
        </Button>
      </Box>
    </Stack>
  );
}

/** The refund that the provider will receive, as previewed by the server. */
function Preview({ order, refund: { preview, shown } }: Props) {
  const cents = ({ amount }: { amount: number }) => formatCents(amount);
  const goods = shown?.lines.reduce((sum, { amount }) => sum + amount.amount, 0) ?? 0;
  const none = { amount: 0 };
  const unsent = shown?.unsentPieces ?? 0;
  return (
    <Paper variant="sunken" role="group" aria-label="What goes back" aria-busy={shown !== undefined && !preview}>
      <SumList
        sums={[
          ['Goods, with tax', formatCents(goods)],
          ['Shipping, with tax', cents(shown?.shipping ?? none)],
          ['Extra amount', cents(shown?.extra ?? none)],
        ]}
        totalLabel={`Refund to ${formatCard(order)}`}
        total={cents(shown?.amount ?? none)}
        after={[['Tax in it', cents(shown?.tax ?? none)]]}
      />
      {unsent > 0 && (
        <Typography variant="body2" sx={{ mt: 1.5 }}>
          {pluralize(unsent, 'piece')} {unsent === 1 ? 'is' : 'are'} not sent any more
          {shown?.cancels === true && ', and the order is cancelled'}
        </Typography>
      )}
    </Paper>
  );
}
