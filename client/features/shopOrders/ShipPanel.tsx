import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { formatCents } from '../../lib/money';
import { pluralize } from '../../lib/pluralize';
import { useFormSubmit } from '../../ui/formBinding';
import { Panel } from '../../ui/Panel';
import { QuantityField } from '../../ui/QuantityField';
import { FailureAlert } from './FailureAlert';
import { OrderLineRow } from './OrderLineRow';
import { lineList, panelFoot } from './panelStyles';
import { ParcelFields } from './ParcelFields';
import { openPieces, type ShopOrder } from './shopOrder';
import type { useShipment } from './useShipment';

interface Props {
  order: ShopOrder;
  shipment: ReturnType<typeof useShipment>;
  /** Why nothing can be shipped now. */
  closed: string | undefined;
}

const parcelFields = ['carrier', 'trackingNumber'];

export function ShipPanel({ order, closed, shipment }: Props) {
  const open = order.lines.filter(({ openQuantity }) => openQuantity > 0);
  return (
    <Panel title="Ship">
      {closed === undefined ? (
        <ShipForm order={order} shipment={shipment} />
      ) : (
        <>
          <Typography>{closed}</Typography>
          <FailureAlert failure={shipment.failure} />
          {open.length > 0 && (
            <Box component="ul" aria-label="Left to ship" sx={lineList}>
              {open.map((line) => (
                <OrderLineRow key={line.id} line={line} detail={`${line.openQuantity} to ship`} />
              ))}
            </Box>
          )}
        </>
      )}
    </Panel>
  );
}

function ShipForm({ order, shipment }: Omit<Props, 'closed'>) {
  const { quantityToShip, setPieces, pieces, parcel, setParcel, ship, isBusy, failure } = shipment;
  const submit = useFormSubmit({ isSubmitting: isBusy, submitCount: 0, submitForm: ship });
  const left = openPieces(order) - pieces;
  const isOfField = parcelFields.includes(failure?.field ?? '');
  return (
    <Stack component="form" {...submit} sx={{ gap: 2.5 }}>
      <Typography variant="body2" color="textSecondary">
        What goes into this parcel? The rest stays open.
        {order.paymentStatus === 'AUTHORIZED' && ` ${formatCents(order.total.amount)} is taken when you ship.`}
      </Typography>
      <Box component="ul" aria-label="Pieces to ship" sx={lineList}>
        {order.lines
          .filter(({ openQuantity }) => openQuantity > 0)
          .map((line) => (
            <OrderLineRow
              key={line.id}
              line={line}
              detail={`${line.openQuantity} to ship`}
              control={
                <QuantityField
                  name={line.name}
                  value={quantityToShip(line)}
                  readOnly={isBusy}
                  least={0}
                  most={line.openQuantity}
                  onChange={(quantity) => setPieces(line.id, quantity)}
                />
              }
            />
          ))}
      </Box>
      <ParcelFields values={parcel} onChange={setParcel} failure={isOfField ? failure : undefined} />
      {!isOfField && <FailureAlert failure={failure} />}
      <Box sx={panelFoot}>
        <Typography variant="body2" color="textSecondary" role="status">
          {order.buyer?.email && (
            <>
              <bdi>{order.shippingAddress.fullName}</bdi> gets a mail,{' '}
            </>
          )}
          {left === 0 ? 'nothing stays open' : `${pluralize(left, 'piece')} ${left === 1 ? 'stays' : 'stay'} open`}
        </Typography>
        <Button type="submit" disabled={isBusy || pieces === 0}>
          {isBusy ? 'Shipping…' : `Ship ${pluralize(pieces, 'piece')}`}
        </Button>
      </Box>
    </Stack>
  );
}
