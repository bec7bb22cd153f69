import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';
import { serverMessage } from '../../lib/serverMessage';
import { useIsOutboundOff } from '../../session/useIsOutboundOff';
import { DataTable } from '../../ui/DataTable';
import { EmptyState } from '../../ui/EmptyState';
import { Segments } from '../../ui/Segments';
import { TableToolbar } from '../../ui/TableToolbar';
import { useListParams } from '../../ui/useListParams';
import { MessagePanel } from './MessagePanel';
import { outboxColumns, outboxTableStyles } from './outboxColumns';
import { readFilters, statusChoices, writeFilters } from './outboxFilters';
import { type OutboxRow, useOutbox } from './useOutbox';

/** Every message of the shop with its delivery status. */
export function OutboxTable() {
  const { filters, change, ...listParams } = useListParams({ read: readFilters, write: writeFilters });
  const { error, ...list } = useOutbox(filters, listParams);
  const isOutboundOff = useIsOutboundOff();
  const area = useRef<HTMLElement>(null);
  const [open, setOpen] = useState<OutboxRow>();
  function close({ id }: OutboxRow) {
    setOpen(undefined);
    const button = area.current?.querySelector<HTMLElement>(`[data-opens="${CSS.escape(id)}"]`);
    (button ?? area.current)?.focus();
  }
  return (
    <>
      <TableToolbar>
        <Segments
          label="Status"
          value={filters.status}
          choices={statusChoices}
          onChange={(status) => change({ status })}
        />
        {!isOutboundOff && list.rows?.some(({ isDeliveryOn }) => !isDeliveryOn) && (
          <Typography variant="caption" component="p" color="textSecondary" sx={{ flexBasis: '100%' }}>
            No SMTP server is set: nothing is sent, and every message stays here to be read.
          </Typography>
        )}
      </TableToolbar>
      <DataTable
        ref={area}
        wide
        label="Outbox"
        styles={outboxTableStyles}
        columns={outboxColumns(setOpen)}
        list={list}
        loadingWords="Loading..."
        empty={
          <EmptyState title="No messages found">
            {filters.status !== '' && (
              <Button variant="ink" onClick={() => change({ status: '' })}>
                Clear All
              </Button>
            )}
          </EmptyState>
        }
        failure={error ? serverMessage(error, 'Failed to load the messages') : undefined}
        marked={open?.id}
      />
      {open && <MessagePanel key={open.id} row={open} onClose={() => close(open)} />}
    </>
  );
}
