import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formatTime } from '../../lib/formatDay';
import { dollarsText } from '../../lib/typedMoney';
import { rem } from '../../theme/typography';
import { Panel } from '../../ui/Panel';
import { SideBySide } from '../../ui/SideBySide';
import { useFocusFallback } from '../../ui/useFocusFallback';
import { useUnsavedChangesPrompt } from '../../ui/useUnsavedChangesPrompt';
import { AttentionStrips } from './AttentionStrips';
import { BuyerPanel } from './BuyerPanel';
import { describeGivenBack } from './describeCancellation';
import { FailureAlert } from './FailureAlert';
import { MoneyLedger } from './MoneyLedger';
import { OrderActions, OrderHead, OrderPapers } from './OrderHead';
import { ParcelsPanel } from './ParcelsPanel';
import { RefundPanel } from './RefundPanel';
import { ShipPanel } from './ShipPanel';
import { openPieces, refundBlockedReason, shipmentBlockedReason, type ShopOrder } from './shopOrder';
import { Timeline } from './Timeline';
import { useCancellation } from './useCancellation';
import { useIsBefore } from './useIsBefore';
import { useNote } from './useNote';
import { useRefund } from './useRefund';
import { useShipment } from './useShipment';
import type { OrderAccess } from './useShopOrder';

interface Props {
  order: ShopOrder;
  access: OrderAccess;
  heading: ReactNode;
}

const columns = `minmax(0, 1.8fr) minmax(${rem(280)}, 1fr)`;
const column = { gap: 2.5, minWidth: 0 } as const;

/** Ships, refunds and explains one order. */
export function ShopOrderView({ order, access, heading }: Props) {
  const [shipped, setShipped] = useState<string>();
  const [refunds, setRefunds] = useState(0);
  const work = useRef<HTMLDivElement>(null);
  const parts = { order, ...access };
  const shipment = useShipment({ ...parts, onShipped: setShipped });
  const refund = useRefund({ ...parts, onRefunded: () => setRefunds(refunds + 1) });
  const cancellation = useCancellation({ ...parts, onCancelled: () => work.current?.focus() });
  const note = useNote(parts);
  const question = useUnsavedChangesPrompt(shipment.isDirty || refund.isDirty || note.text !== '');

  // The change may have removed the pressed button.
  const [firstVersion] = useState(order.version);
  useFocusFallback(work, order.version === firstVersion ? undefined : order.version);
  // Shipped pieces are listed among the parcels.
  useEffect(() => {
    if (shipped === undefined) return;
    work.current?.querySelector<HTMLElement>(`[data-parcel="${CSS.escape(shipped)}"]`)?.focus();
  }, [shipped]);

  function refundAgain(amountCents: number | undefined): void {
    if (amountCents !== undefined) refund.set({ amount: dollarsText(amountCents) });
    work.current?.querySelector<HTMLElement>('input[name="amount"]')?.focus();
  }

  return (
    <>
      {question}
      <OrderHead heading={heading} order={order}>
        <OrderPapers order={order} />
        <OrderActions order={order} cancellation={cancellation} />
      </OrderHead>
      <Stack sx={{ gap: 1.5, width: 1 }}>
        <FailureAlert failure={cancellation.failure} />
        <AttentionStrips order={order} access={access} onRefundAgain={refundAgain} />
      </Stack>
      <SideBySide columns={columns} gap={2.5}>
        <Stack
          ref={work}
          tabIndex={-1}
          role="group"
          aria-label="What to do"
          sx={{ ...column, '&:focus': { outline: 'none' } }}
        >
          <Work {...{ order, access, shipment, refund }} />
        </Stack>
        <Stack sx={column}>
          <MoneyLedger order={order} refunds={refunds} />
          <BuyerPanel order={order} />
          <Timeline order={order} note={note} />
        </Stack>
      </SideBySide>
    </>
  );
}

interface WorkProps extends Omit<Props, 'heading'> {
  shipment: ReturnType<typeof useShipment>;
  refund: ReturnType<typeof useRefund>;
}

/** The remaining tasks, the most urgent first. */
function Work({ order, access, shipment, refund }: WorkProps) {
  const isUndoable = useIsBefore(order.canUndoUntil);
  const undoUntil = isUndoable && order.canUndoUntil !== null ? formatTime(order.canUndoUntil) : undefined;
  const { status, fulfillments, fulfillmentStatus } = order;
  const isCancelled = status === 'CANCELLED';
  const isShipped = fulfillments.length > 0 || fulfillmentStatus === 'FULFILLED' || fulfillmentStatus === 'DELIVERED';
  // A failed refund of a cancelled order can be retried.
  const isOwed = refundBlockedReason(order) === undefined && order.attention?.includes('REFUND_FAILED') === true;
  return (
    <>
      {isCancelled && <Cancelled order={order} />}
      {!isCancelled && (!isShipped || openPieces(order) > 0) && (
        <ShipPanel order={order} shipment={shipment} closed={shipmentBlockedReason(order, undoUntil)} />
      )}
      {isShipped && <ParcelsPanel order={order} access={access} />}
      {(!isCancelled || isOwed) && <RefundPanel order={order} refund={refund} />}
    </>
  );
}

const Cancelled = ({ order }: { order: ShopOrder }) => (
  <Panel title="Cancelled">
    {describeGivenBack(order).map((words) => (
      <Typography key={words}>{words}</Typography>
    ))}
  </Panel>
);
