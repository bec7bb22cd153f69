import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import type { TableColumn, TableStyles } from '../../ui/tableColumns';
import { RowButton } from './RowButton';
import { ownAccount, ownRole, roleLabels } from './useUserActions';
import type { UserRow } from './useUsers';
import { RoleChip } from '../../ui/RoleChip';

interface Actions {
  busy: ReadonlySet<string>;
  isOwn: (user: UserRow) => boolean;
  toggleRole: (user: UserRow) => void;
  requestDeletion: (user: UserRow) => void;
}

/** Marks an e-mail that its user has only claimed. */
function Mailbox({ user: { email, emailVerified } }: { user: UserRow }) {
  if (email === null) return '-';
  if (emailVerified) return email;
  return (
    <>
      <span>{email}</span> <Chip variant="status" color="error" label="Not verified" />
    </>
  );
}

export const userTableStyles: TableStyles = {
  columns: { '& td[data-column="name"] > div': { ml: 1 } },
  cards: {
    '& tbody tr': {
      gridTemplateColumns: 'minmax(0, 1fr) auto',
      gridTemplateAreas: '"name role" "email email" "actions actions"',
    },
    '& td[data-column="name"]': { alignItems: 'center' },
    '& td[data-column="email"]': { color: 'text.secondary' },
    '& td[data-column="actions"]': { mt: 0.75 },
  },
};

const nameId = ({ id }: UserRow) => `user-${id}`;

export function userColumns({ busy, isOwn, toggleRole, requestDeletion }: Actions): readonly TableColumn<UserRow>[] {
  const reason = (user: UserRow, own: string) => (isOwn(user) ? own : undefined);
  return [
    {
      key: 'name',
      header: 'Name',
      bare: true,
      cell: (user) => (
        <>
          <b id={nameId(user)}>
            <bdi>{user.name}</bdi>
          </b>
          {isOwn(user) && <Chip size="small" label="You" />}
        </>
      ),
      width: '22%',
    },
    { key: 'email', header: 'Email', bare: true, cell: (user) => <Mailbox user={user} /> },
    {
      key: 'role',
      header: 'Role',
      bare: true,
      cell: ({ role }) => <RoleChip role={roleLabels[role]} />,
      width: 104,
    },
    {
      key: 'actions',
      header: 'Actions',
      bare: true,
      cell: (user) => (
        <Stack direction="row" sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: 1 }}>
          <RowButton
            label={user.role === 'ADMIN' ? 'Make User' : 'Make Admin'}
            describedBy={nameId(user)}
            reason={reason(user, ownRole)}
            busy={busy.has(user.id)}
            onClick={() => toggleRole(user)}
          />
          <RowButton
            label="Delete"
            describedBy={nameId(user)}
            reason={reason(user, ownAccount)}
            busy={busy.has(user.id)}
            danger
            onClick={() => requestDeletion(user)}
          />
        </Stack>
      ),
      width: 224,
    },
  ];
}
