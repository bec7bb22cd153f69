import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { CreateFulfillmentDocument, UndoFulfillmentsDocument } from '../../__generated__/lazyOperations';
import { pluralize } from '../../lib/pluralize';
import { serverMessage } from '../../lib/serverMessage';
import { toast } from '../../ui/toast';
import { noParcelValues, type ParcelValues, toParcelInput } from './carriers';
import { undoMsOf } from './shipResults';
import { isStillCharged, type ShopOrder, type ShopOrderLine } from './shopOrder';
import { useOrderChange } from './useOrderChange';
import type { OrderAccess } from './useShopOrder';

interface Parts extends OrderAccess {
  order: ShopOrder;
  onShipped: (fulfillmentId: string) => void;
}

/** The contents of a parcel: by default all open pieces. */
export function useShipment({ order, onShipped, ...access }: Parts) {
  const [typed, setTyped] = useState<Readonly<Record<string, number>>>({});
  const [parcel, setParcel] = useState<ParcelValues>(noParcelValues);
  /** The carrier's name is kept for the next parcel. */
  const [shippedBy, setShippedBy] = useState('');
  const { run, isBusy, failure, whileIdle } = useOrderChange(access);
  const [create] = useMutation(CreateFulfillmentDocument);
  const undo = useUndoShipment(order.number, access);

  // Another admin may have shipped some of them meanwhile.
  const quantityToShip = ({ id, openQuantity }: ShopOrderLine) => Math.min(typed[id] ?? openQuantity, openQuantity);
  const lines = order.lines
    .map((line) => ({ id: line.id, quantity: quantityToShip(line) }))
    .filter(({ quantity }) => quantity > 0);
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);

  async function ship(): Promise<void> {
    const { number, version } = order;
    const input = { number, version, lines, ...toParcelInput(parcel) };
    const shipped = await run(
      [number, typed, parcel],
      input,
      async (options) => (await create(options)).data?.createFulfillment,
    );
    if (!shipped) return;
    setTyped({});
    setParcel({ ...parcel, trackingNumber: '' });
    setShippedBy(parcel.carrierName);
    // The answer to an earlier try is of then, and so is the time in which it can be undone.
    const undoMs = shipped.isRetry ? null : undoMsOf([shipped]);
    const take = { label: 'Undo', run: () => void undo(shipped.fulfillmentId) };
    const shippedNow = `Shipped ${pluralize(pieces, 'piece')}`;
    const words = shipped.wasDone ? 'The first try had come through: nothing is shipped twice' : shippedNow;
    if (undoMs === null) toast(words, 'success');
    else toast(words, 'success', undoMs, take);
    onShipped(shipped.fulfillmentId);
  }

  return {
    quantityToShip,
    setPieces: whileIdle((id: string, quantity: number) => setTyped({ ...typed, [id]: quantity })),
    pieces,
    parcel,
    setParcel: whileIdle(setParcel),
    isDirty: Object.keys(typed).length > 0 || parcel.trackingNumber !== '' || parcel.carrierName !== shippedBy,
    ship,
    isBusy,
    failure,
  };
}

/** Undoes a shipment before the buyer is notified. */
export function useUndoShipment(number: string, { change, reload }: OrderAccess) {
  const [undo] = useMutation(UndoFulfillmentsDocument);
  return async (id: string): Promise<void> => {
    try {
      const variables = { input: { fulfillments: [{ number, id }] } };
      const { data } = await undo({ variables, fetchPolicy: 'no-cache' });
      const [result] = data?.undoFulfillments?.results ?? [];
      if (result?.order) {
        change(result.order);
        const undone = 'The shipment was undone';
        toast(isStillCharged(result.order) ? `${undone}; what was charged stays charged` : undone, 'success');
        return;
      }
      toast(result?.error ?? noUndo, 'error');
      await reload();
    } catch (error) {
      toast(serverMessage(error, noUndo), 'error');
    }
  };
}

const noUndo = 'The shipment could not be undone';
