import { useMutation } from '@apollo/client/react';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { CapturePaymentDocument } from '../../__generated__/lazyOperations';
import { formatDay, formatTime } from '../../lib/formatDay';
import { formatCents } from '../../lib/money';
import { Icon } from '../../ui/Icon';
import { toast } from '../../ui/toast';
import { FailureAlert } from './FailureAlert';
import type { ShopOrder } from './shopOrder';
import { useOrderChange } from './useOrderChange';
import type { OrderAccess } from './useShopOrder';

interface Props {
  order: ShopOrder;
  access: OrderAccess;
  /** Opens the refund, with an amount in cents if that is refunded separately. */
  onRefundAgain: (amountCents: number | undefined) => void;
}

/** Why the order needs attention, each reason with its solution. */
export function AttentionStrips({ order, access, onRefundAgain }: Props) {
  const reasons = order.attention ?? [];
  const { capture, isBusy, failure } = useCapture(order, access);
  const button = (words: string, run: () => void) => (
    <Button variant="quiet" size="small" disabled={isBusy} onClick={run}>
      {words}
    </Button>
  );
  const total = formatCents(order.total.amount);
  const failed = order.refunds.filter(({ status }) => status === 'FAILED');
  const owed = order.refundOwed?.amount ?? 0;
  return (
    <>
      {reasons.includes('CAPTURE_FAILED') && (
        <Alert
          severity="error"
          icon={<Icon name="warn" />}
          action={button(isBusy ? 'Trying…' : 'Try again', () => void capture())}
        >
          Capture failed: {total} could not be taken. Nothing is shipped before that.
        </Alert>
      )}
      {reasons.includes('AMOUNT_DIFFERS') && (
        <Alert severity="warning" icon={<Icon name="warn" />}>
          Another amount than {total} was taken at the payment provider: the ledger says how much. Ask the buyer for the
          rest or give back what is too much, or cancel the order.
        </Alert>
      )}
      {reasons.includes('AUTHORIZATION_ENDING') && order.authorizedUntil !== null && (
        <Alert
          severity="warning"
          icon={<Icon name="warn" />}
          action={button(isBusy ? 'Capturing…' : 'Capture now', () => void capture())}
        >
          The reservation of {total} ends on {formatDay(order.authorizedUntil)}, {formatTime(order.authorizedUntil)}.
          What is not captured by then is lost.
        </Alert>
      )}
      {reasons.includes('REFUND_FAILED') && (
        <Alert
          severity="error"
          icon={<Icon name="warn" />}
          action={button('Refund again', () =>
            onRefundAgain(failed.every(({ failedAt }) => failedAt !== null) ? owed : undefined),
          )}
        >
          Refund failed: {formatCents(owed)} did not reach the buyer, the shop has it.
        </Alert>
      )}
      {reasons.includes('DISPUTED') && (
        <Alert severity="warning" icon={<Icon name="warn" />}>
          {disputeWords(order)} Answer it in the dashboard of the payment provider, and refund nothing before it is
          decided.
        </Alert>
      )}
      <FailureAlert failure={failure} />
    </>
  );
}

/** Their total open amount. */
function disputeWords({ disputes }: ShopOrder): string {
  const open = (disputes ?? []).filter(({ status }) => status === 'OPEN' || status === 'INQUIRY');
  const amount = formatCents(open.reduce((sum, dispute) => sum + dispute.amount.amount, 0));
  const isTaken = open.some(({ status }) => status === 'OPEN');
  return isTaken
    ? `The buyer's bank disputes the payment: ${amount} are taken back until it is decided.`
    : `The buyer's bank asks about the payment of ${amount}.`;
}

function useCapture({ number, version }: ShopOrder, access: OrderAccess) {
  const { run, isBusy, failure } = useOrderChange(access);
  const [captureAgain] = useMutation(CapturePaymentDocument);
  async function capture(): Promise<void> {
    const input = { number, version };
    const done = await run(input, input, async (options) => (await captureAgain(options)).data?.capturePayment);
    if (done) toast('The money is captured', 'success');
  }
  return { capture, isBusy, failure };
}
