import { useMutation, useQuery } from '@apollo/client/react';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';
import {
  ResendWebhookDeliveryDocument,
  WebhookDeliveriesDocument,
  type WebhookEventType,
} from '../../__generated__/lazyOperations';
import { constants } from '../../lib/constants';
import { serverMessage } from '../../lib/serverMessage';
import { useRoleRefresh } from '../../session/useRoleRefresh';
import { DataTable } from '../../ui/DataTable';
import { EmptyState } from '../../ui/EmptyState';
import { Segments } from '../../ui/Segments';
import { SelectField } from '../../ui/SelectField';
import { TableToolbar } from '../../ui/TableToolbar';
import { type ListParams, useListParams } from '../../ui/useListParams';
import { useFocusFallback } from '../../ui/useFocusFallback';
import { useTableList } from '../../ui/useTableList';
import { deliveryColumns, type DeliveryRow, deliveryTableStyles } from './deliveryColumns';
import { type DeliveryFilters, readFilters, statusChoices, toFilter, writeFilters } from './deliveryFilters';
import { useMutationToast } from '../../ui/useMutationToast';
import { useWebhooks } from './useWebhooks';
import { eventLabels, isEvent } from './webhookLabels';

const eventChoices = [
  ['', 'All'],
  ...Object.entries(eventLabels).map(([event, label]) => [isEvent(event) ? event : '', label] as const),
] as const satisfies readonly (readonly [WebhookEventType | '', string])[];

function useDeliveries(filters: DeliveryFilters, listParams: ListParams) {
  const variables = { filter: toFilter(filters), first: constants.pageSize, after: listParams.place.after };
  const query = useQuery(WebhookDeliveriesDocument, { variables, fetchPolicy: 'cache-and-network' });
  useRoleRefresh(query.error);
  return useTableList('webhookDeliveries', query, variables, listParams);
}

function useResend() {
  const call = useMutationToast();
  const [resend, { loading: isSending }] = useMutation(ResendWebhookDeliveryDocument);
  const [sent, setSent] = useState(0);
  const words = { done: 'The event is on its way', failed: 'Failed to send the event' };
  const onResend = async ({ id, attempts }: DeliveryRow) => {
    const input = { id };
    const result = await call([input, attempts], (context) => resend({ variables: { input }, context }), words);
    if (result) setSent((count) => count + 1);
  };
  return { sent, isSending, onResend: (row: DeliveryRow) => void onResend(row) };
}

/** Every delivery of an event with its status. */
export function DeliveryLog() {
  const { filters, change, ...listParams } = useListParams({ read: readFilters, write: writeFilters });
  const { error, ...list } = useDeliveries(filters, listParams);
  const { webhooks = [] } = useWebhooks();
  const { sent, ...resend } = useResend();
  // 'Send again' is removed by its success.
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusFallback(heading, sent);
  const urlOf = (endpointId: string) => webhooks.find(({ id }) => id === endpointId)?.url;
  const isFiltered = writeFilters(filters).size > 0;
  return (
    <>
      <Typography ref={heading} tabIndex={-1} variant="h4" component="h2">
        Deliveries
      </Typography>
      <TableToolbar>
        <Segments
          label="Status"
          value={filters.status}
          choices={statusChoices}
          onChange={(status) => change({ status })}
        />
        <SelectField
          label="Endpoint"
          value={filters.endpoint}
          choices={[['', 'All'], ...webhooks.map(({ id, url }) => [id, url] as const)]}
          onChange={(endpoint) => change({ endpoint })}
        />
        <SelectField
          label="Event"
          value={filters.event}
          choices={eventChoices}
          onChange={(event) => change({ event })}
        />
        <Button variant="quiet" onClick={list.reload}>
          Reload
        </Button>
      </TableToolbar>
      <DataTable
        wide
        label="Deliveries"
        styles={deliveryTableStyles}
        columns={deliveryColumns({ urlOf, ...resend })}
        list={list}
        loadingWords="Loading..."
        empty={
          <EmptyState title="No deliveries found">
            {isFiltered && (
              <Button variant="ink" onClick={() => change({ endpoint: '', status: '', event: '' })}>
                Clear All
              </Button>
            )}
          </EmptyState>
        }
        failure={error ? serverMessage(error, 'Failed to load the deliveries') : undefined}
      />
    </>
  );
}
