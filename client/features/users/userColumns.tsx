import type { TableColumn } from '../../ui/tableColumns';
import { RowButton } from './RowButton';
import { ownAccount, ownRole, roleLabels } from './useUserActions';
import type { UserRow } from './useUsers';

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
      <span>{email}</span> <span className="pill off">Not verified</span>
    </>
  );
}

const nameId = ({ id }: UserRow) => `user-${id}`;

export function userColumns({ busy, isOwn, toggleRole, requestDeletion }: Actions): readonly TableColumn<UserRow>[] {
  const reason = (user: UserRow, own: string) => (isOwn(user) ? own : undefined);
  return [
    {
      key: 'name',
      header: 'Name',
      bare: true,
      cell: (user) => (
        <b id={nameId(user)} className={isOwn(user) ? 'own-name' : undefined}>
          <bdi>{user.name}</bdi>
        </b>
      ),
    },
    { key: 'email', header: 'Email', bare: true, cell: (user) => <Mailbox user={user} /> },
    {
      key: 'role',
      header: 'Role',
      bare: true,
      cell: ({ role }) => <span className={`pill ${role === 'ADMIN' ? 'admin' : 'idle'}`}>{roleLabels[role]}</span>,
    },
    {
      key: 'actions',
      header: 'Actions',
      bare: true,
      cell: (user) => (
        <span className="row-actions">
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
        </span>
      ),
    },
  ];
}
