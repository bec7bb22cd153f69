import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { formatDay } from '../../lib/formatDay';
import { ParcelPieces } from '../../ui/ParcelPieces';
import { TrackingLink } from '../../ui/TrackingLink';
import type { Order } from './orderStatusLabels';

/** Shipped parcels with tracking links. */
export function Parcels({ parcels }: { parcels: Order['fulfillments'] }) {
  return (
    <Box component="ol" aria-label="Parcels" sx={{ display: 'grid', gap: 1.5, m: 0, p: 0, listStyle: 'none' }}>
      {parcels.map((parcel) => {
        const { id, lines, carrier, trackingNumber, shippedAt, deliveredAt } = parcel;
        const isNamed = carrier !== null || trackingNumber !== null;
        return (
          <li key={id}>
            <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
              {deliveredAt === null ? `Sent ${formatDay(shippedAt)}` : `Arrived ${formatDay(deliveredAt)}`}
              {isNamed && ', '}
              {isNamed && <TrackingLink parcel={parcel} />}
            </Typography>
            <Typography variant="caption" component="p" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
              <ParcelPieces lines={lines} />
            </Typography>
          </li>
        );
      })}
    </Box>
  );
}
