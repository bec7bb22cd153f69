import { useMutation } from '@apollo/client/react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { MarkDeliveredDocument, UndoDeliveryDocument } from '../../__generated__/lazyOperations';
import { formatDay, formatTime } from '../../lib/formatDay';
import { Panel } from '../../ui/Panel';
import { ParcelPieces } from '../../ui/ParcelPieces';
import { toast } from '../../ui/toast';
import { TrackingLink } from '../../ui/TrackingLink';
import { CorrectParcel } from './CorrectParcel';
import { FailureAlert } from './FailureAlert';
import { lineList } from './panelStyles';
import { openPieces, type Parcel, type ShopOrder } from './shopOrder';
import { useIsBefore } from './useIsBefore';
import { useOrderChange } from './useOrderChange';
import { useUndoShipment } from './useShipment';
import type { OrderAccess } from './useShopOrder';

interface Props {
  order: ShopOrder;
  access: OrderAccess;
}

/** The shipped parcels; after the last one only confirming the delivery is left. */
export function ParcelsPanel({ order, access }: Props) {
  const { number, version, fulfillments, fulfillmentStatus } = order;
  const { run, isBusy, failure } = useOrderChange(access);
  const [mark] = useMutation(MarkDeliveredDocument);
  const [unmark] = useMutation(UndoDeliveryDocument);
  const underWay = fulfillments.filter(({ deliveredAt }) => deliveredAt === null);
  // Orders from before parcels were recorded have a status only.
  const isLeft = openPieces(order) === 0 && fulfillmentStatus === 'FULFILLED';

  async function deliver(fulfillmentId: string | null): Promise<void> {
    const input = { number, fulfillmentId };
    if (await run({ deliver: input, version }, input, async (options) => (await mark(options)).data?.markDelivered))
      toast('Marked as delivered', 'success');
  }

  async function undoDelivery(fulfillmentId: string | null): Promise<void> {
    const input = { number, fulfillmentId };
    if (await run({ undo: input, version }, input, async (options) => (await unmark(options)).data?.undoDelivery))
      toast('Marked as not delivered', 'success');
  }

  return (
    <Panel title={isLeft ? 'Delivered?' : 'Shipped'}>
      {fulfillments.length === 0 && (
        <Typography variant="body2">It was shipped before parcels were recorded.</Typography>
      )}
      <Box component="ol" aria-label="Parcels" sx={lineList}>
        {fulfillments.map((parcel, index) => (
          <ParcelRow
            key={parcel.id}
            {...{ parcel, order, access }}
            name={`parcel ${index + 1}`}
            onUndoDelivery={() => void undoDelivery(parcel.id)}
            // One button confirms all of them.
            onDelivered={isLeft && underWay.length < 2 ? undefined : () => void deliver(parcel.id)}
          />
        ))}
      </Box>
      <FailureAlert failure={failure} />
      {isLeft && (
        <Button disabled={isBusy} onClick={() => void deliver(null)} sx={{ justifySelf: 'end' }}>
          {underWay.length > 1 ? 'All delivered' : 'Delivered'}
        </Button>
      )}
      {fulfillments.length === 0 && fulfillmentStatus === 'DELIVERED' && (
        <Button variant="quiet" disabled={isBusy} onClick={() => void undoDelivery(null)} sx={{ justifySelf: 'end' }}>
          Not delivered
        </Button>
      )}
    </Panel>
  );
}

interface RowProps extends Props {
  parcel: Parcel;
  /** 'parcel 1' */
  name: string;
  onDelivered: (() => void) | undefined;
  onUndoDelivery: () => void;
}

const row = {
  display: 'grid',
  gap: 1,
  py: 1.5,
  borderBottom: 1,
  borderColor: 'divider',
  '&:focus': { outline: 'none' },
} as const;

function ParcelRow({ order, access, parcel, name, onDelivered, onUndoDelivery }: RowProps) {
  const [isOpen, setOpen] = useState(false);
  const undo = useUndoShipment(order.number, access);
  const canUndo = useIsBefore(parcel.canUndoUntil);
  const { id, lines, shippedAt, deliveredAt } = parcel;
  const isDelivered = deliveredAt !== null;
  const isNamed = parcel.carrier !== null || parcel.trackingNumber !== null;
  return (
    <Box component="li" data-parcel={id} tabIndex={-1} sx={row}>
      <Typography variant="body2">
        <b>
          {isDelivered
            ? `Delivered ${formatDay(deliveredAt)}`
            : `Shipped ${formatDay(shippedAt)}, ${formatTime(shippedAt)}`}
        </b>
        {isNamed && ', '}
        {isNamed && <TrackingLink parcel={parcel} />}
      </Typography>
      <Typography variant="caption" component="p" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        <ParcelPieces lines={lines} />
      </Typography>
      {isOpen ? (
        <CorrectParcel {...{ order, access, parcel }} onClose={() => setOpen(false)} />
      ) : (
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
          {isDelivered && <RowButton label="Not delivered" {...{ name }} onClick={onUndoDelivery} />}
          {!isDelivered && onDelivered && <RowButton label="Delivered" {...{ name }} onClick={onDelivered} />}
          {!isDelivered && <RowButton label="Correct" {...{ name }} onClick={() => setOpen(true)} />}
          {!isDelivered && canUndo && <RowButton label="Undo" {...{ name }} onClick={() => void undo(id)} />}
        </Stack>
      )}
    </Box>
  );
}

function RowButton({ label, name, onClick }: { label: string; name: string; onClick: () => void }) {
  return (
    <Button variant="quiet" size="small" aria-label={`${label} ${name}`} onClick={onClick}>
      {label}
    </Button>
  );
}
