import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import type { WebhookDeliveriesQuery } from '../../__generated__/lazyOperations';
import { DateTime } from '../../ui/DateTime';
import type { TableColumn } from '../../ui/tableColumns';
import { withRowAction } from '../../ui/tableStyles';
import { deliveryStatuses, eventLabels } from './webhookLabels';

export type DeliveryRow = WebhookDeliveriesQuery['webhookDeliveries']['nodes'][number];

const nameId = ({ id }: DeliveryRow) => `delivery-${id}`;

export const deliveryTableStyles = withRowAction('"event actions" "when when" "to to" "status status"');

interface Parts {
  /** The address of an endpoint; undefined if it was deleted. */
  readonly urlOf: (endpointId: string) => string | undefined;
  readonly isSending: boolean;
  readonly onResend: (row: DeliveryRow) => void;
}

export const deliveryColumns = ({ urlOf, isSending, onResend }: Parts): readonly TableColumn<DeliveryRow>[] => [
  { key: 'when', header: 'When', cell: ({ createdAt }) => <DateTime at={createdAt} />, width: 180 },
  {
    key: 'event',
    header: 'Event',
    bare: true,
    cell: (row) => (
      <div id={nameId(row)}>
        <b>{eventLabels[row.eventType]}</b>
        <Typography variant="caption" component="p" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {subjectOf(row.payload)}
        </Typography>
      </div>
    ),
  },
  {
    key: 'to',
    header: 'To',
    cell: ({ endpointId }) => <bdi>{urlOf(endpointId) ?? 'A deleted endpoint'}</bdi>,
    width: '25%',
  },
  { key: 'status', header: 'Status', bare: true, cell: (row) => <StatusCell row={row} />, width: '25%' },
  {
    key: 'actions',
    header: 'Send again',
    bare: true,
    cell: (row) =>
      (row.status === 'DELIVERED' || row.status === 'FAILED') && (
        <Button
          variant="quiet"
          size="small"
          aria-disabled={isSending}
          aria-describedby={nameId(row)}
          onClick={() => {
            if (!isSending) onResend(row);
          }}
        >
          Send again
        </Button>
      ),
    width: 150,
  },
];

function StatusCell({ row: { status, attempts, responseStatus, responseTime, lastError } }: { row: DeliveryRow }) {
  const words = [
    ...(attempts > 0 ? [`${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`] : []),
    ...(responseStatus !== null ? [`HTTP ${responseStatus}`] : []),
    ...(responseTime !== null ? [`${responseTime} ms`] : []),
  ];
  return (
    <>
      <Chip variant="status" {...deliveryStatuses[status]} />
      {words.length > 0 && (
        <Typography variant="caption" component="p" color="textSecondary">
          {words.join(' · ')}
        </Typography>
      )}
      {lastError !== null && (
        <Typography variant="caption" component="p" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {lastError}
        </Typography>
      )}
    </>
  );
}

/** The order's number or the product's id. */
function subjectOf(payload: string): string {
  const { data } = JSON.parse(payload) as { data?: { orderNumber?: string; productId?: string } };
  return data?.orderNumber ?? data?.productId ?? '';
}
