import { useRef, useState } from 'react';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { DataTable } from '../../ui/DataTable';
import { EmptyState } from '../../ui/EmptyState';
import { Pager } from '../../ui/Pager';
import { userColumns } from './userColumns';
import { useUserActions } from './useUserActions';
import { type UserRow, useUsers } from './useUsers';
import './users.css';

export function AllUsers() {
  const { rows, total, totalIsExact, pages, error, refreshing, retry } = useUsers();
  const area = useRef<HTMLElement>(null);
  const { remove, isOwn, ...actions } = useUserActions(() => area.current?.focus());
  const [asked, setAsked] = useState<UserRow>();
  // Nobody is asked about what is refused.
  const askRemoval = (user: UserRow) => (isOwn(user) ? remove(user) : setAsked(user));
  return (
    <>
      <DataTable
        ref={area}
        label="Users"
        className="users"
        columns={userColumns({ ...actions, isOwn, askRemoval })}
        rows={rows}
        loadingWords="Loading..."
        empty={<EmptyState title="No users found" />}
        failure={error ? 'Failed to fetch users' : undefined}
        onRetry={retry}
        refreshing={refreshing}
        busy={actions.busy}
      />
      {rows && rows.length > 0 && <Pager pages={pages} total={total} totalIsExact={totalIsExact} busy={refreshing} />}
      {asked && (
        <ConfirmDialog
          question="Are you sure you want to delete this user?"
          detail={`${asked.name}, ${asked.email}: cannot sign in any more, and their products are hidden from the shop.`}
          confirm="Delete"
          onClose={() => setAsked(undefined)}
          onConfirm={() => {
            setAsked(undefined);
            remove(asked);
          }}
        />
      )}
    </>
  );
}
