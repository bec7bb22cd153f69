import { useQuery } from '@apollo/client/react';
import Chip from '@mui/material/Chip';
import Link from '@mui/material/Link';
import { ContactMessagesDocument, type ContactMessagesQuery } from '../../__generated__/lazyOperations';
import { constants } from '../../lib/constants';
import { mailtoAddress } from '../../lib/mailtoAddress';
import { serverMessage } from '../../lib/serverMessage';
import { useRoleRefresh } from '../../session/useRoleRefresh';
import { DataTable } from '../../ui/DataTable';
import { EmptyState } from '../../ui/EmptyState';
import { DateTime } from '../../ui/DateTime';
import type { TableColumn, TableStyles } from '../../ui/tableColumns';
import { useListParams } from '../../ui/useListParams';
import { useTableList } from '../../ui/useTableList';
import { useMarkAsRead } from './useMarkAsRead';

type Message = ContactMessagesQuery['contactMessages']['nodes'][number];

const columnsOf = (newlyRead: ReadonlySet<string>): readonly TableColumn<Message>[] => [
  {
    key: 'when',
    header: 'When',
    bare: true,
    cell: ({ id, createdAt }) => (
      <>
        <DateTime at={createdAt} /> {newlyRead.has(id) && <Chip variant="status" color="primary" label="New" />}
      </>
    ),
    width: 190,
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
        <Link color="primary" href={mailtoAddress(email)}>
          {email}
        </Link>
      </>
    ),
    width: 240,
  },
  { key: 'message', header: 'Message', bare: true, cell: ({ message }) => <span dir="auto">{message}</span> },
];

const cells = {
  '& td[data-column="when"]': { color: 'text.secondary' },
  '& td[data-column="message"]': { whiteSpace: 'pre-line' },
  '& :is(b, a)': { display: 'block', width: 'fit-content' },
};
const styles: TableStyles = {
  columns: {
    ...cells,
    '& td': { py: 1.5, verticalAlign: 'top' },
    '& td[data-column="when"] > div': { display: 'flex', width: 'fit-content', mt: 0.5 },
  },
  cards: {
    ...cells,
    '& tbody tr': { gridTemplateColumns: 'minmax(0, 1fr)', gridTemplateAreas: '"when" "from" "message"' },
    '& tbody td': { display: 'block' },
    '& td[data-column="message"] > *': { display: 'block', mt: 0.75 },
  },
};

const none: readonly Message[] = [];
const unfiltered = { read: () => ({}), write: () => new URLSearchParams() };

/** The messages of the contact page, newest first. */
export function Messages() {
  const listParams = useListParams(unfiltered);
  const variables = { first: constants.pageSize, after: listParams.place.after };
  const query = useQuery(ContactMessagesDocument, { variables, fetchPolicy: 'cache-and-network' });
  useRoleRefresh(query.error);
  const { error, ...list } = useTableList('contactMessages', query, variables, listParams);
  const newlyRead = useMarkAsRead(query.data?.contactMessages.nodes ?? none);
  return (
    <DataTable
      label="Messages"
      styles={styles}
      columns={columnsOf(newlyRead)}
      list={list}
      loadingWords="Loading..."
      empty={<EmptyState title="No messages found" />}
      failure={error ? serverMessage(error, 'Failed to load the messages') : undefined}
    />
  );
}
