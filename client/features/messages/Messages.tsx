import { useQuery } from '@apollo/client/react';
import { ContactMessagesDocument, type ContactMessagesQuery } from '../../__generated__/lazyOperations';
import { constants } from '../../lib/constants';
import { serverMessage } from '../../lib/serverMessage';
import { useRoleRefresh } from '../../session/useRoleRefresh';
import { DataTable } from '../../ui/DataTable';
import { EmptyState } from '../../ui/EmptyState';
import { DateTime } from '../../ui/DateTime';
import { Pager } from '../../ui/Pager';
import type { TableColumn } from '../../ui/tableColumns';
import { useListParams } from '../../ui/useListParams';
import { useTableList } from '../../ui/useTableList';
import './messages.css';

type Message = ContactMessagesQuery['contactMessages']['nodes'][number];

const columns: readonly TableColumn<Message>[] = [
  {
    key: 'when',
    header: 'When',
    bare: true,
    cell: ({ createdAt }) => <DateTime at={createdAt} />,
  },
  {
    key: 'from',
    header: 'From',
    bare: true,
    cell: ({ name, email }) => (
      <>
        <b>
          <bdi>{name}</bdi>
        </b>
        <a href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}>{email}</a>
      </>
    ),
  },
  { key: 'message', header: 'Message', bare: true, cell: ({ message }) => <span dir="auto">{message}</span> },
];

const unfiltered = { read: () => ({}), write: () => new URLSearchParams() };

/** The messages of the contact page, newest first. */
export function Messages() {
  const address = useListParams(unfiltered);
  const variables = { first: constants.pageSize, after: address.place.after };
  const query = useQuery(ContactMessagesDocument, { variables, fetchPolicy: 'cache-and-network' });
  useRoleRefresh(query.error);
  const list = useTableList('contactMessages', query, variables, address);
  const { rows, total, totalIsExact, pages, error, refreshing, reload } = list;
  return (
    <>
      <DataTable
        label="Messages"
        className="messages"
        columns={columns}
        rows={rows}
        loadingWords="Loading..."
        empty={<EmptyState title="No messages found" />}
        failure={error ? serverMessage(error, 'Failed to load the messages') : undefined}
        onRetry={reload}
        refreshing={refreshing}
      />
      {rows && rows.length > 0 && <Pager pages={pages} total={total} totalIsExact={totalIsExact} busy={refreshing} />}
    </>
  );
}
