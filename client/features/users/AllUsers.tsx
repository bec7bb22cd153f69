import Button from '@mui/material/Button';
import { useRef, useState } from 'react';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { DataTable } from '../../ui/DataTable';
import { EmptyState } from '../../ui/EmptyState';
import { SearchField } from '../../ui/SearchField';
import { SelectField } from '../../ui/SelectField';
import { TableToolbar } from '../../ui/TableToolbar';
import { useListParams } from '../../ui/useListParams';
import { userColumns, userTableStyles } from './userColumns';
import { readFilters, roleChoices, sortChoices, type UserFilters, writeFilters } from './userFilters';
import { useUserActions } from './useUserActions';
import { type UserRow, useUsers } from './useUsers';

const sortLabels = sortChoices.map(({ value, label }) => [value, label] as const);

export function AllUsers() {
  const { filters, change, ...listParams } = useListParams({ read: readFilters, write: writeFilters, typed: 'search' });
  const { error, ...list } = useUsers(filters, listParams);
  const area = useRef<HTMLElement>(null);
  const { remove, isOwn, ...actions } = useUserActions(filters.role, () => area.current?.focus());
  const [asked, setAsked] = useState<UserRow>();
  // The server rejects an admin's own account, so no confirmation is shown.
  const requestDeletion = (user: UserRow) => (isOwn(user) ? remove(user) : setAsked(user));
  const setSort = (sort: UserFilters['sort']) => change({ sort });
  const isFiltered = filters.search !== '' || filters.role !== '';
  return (
    <>
      <TableToolbar>
        <SearchField label="Search name or e-mail" value={filters.search} onChange={(search) => change({ search })} />
        <SelectField label="Role" value={filters.role} choices={roleChoices} onChange={(role) => change({ role })} />
        <SelectField label="Sort by" value={filters.sort} choices={sortLabels} onChange={setSort} />
      </TableToolbar>
      <DataTable
        ref={area}
        label="Users"
        styles={userTableStyles}
        columns={userColumns({ ...actions, isOwn, requestDeletion })}
        list={list}
        loadingWords="Loading..."
        empty={
          <EmptyState title="No users found">
            {isFiltered && (
              <Button variant="ink" onClick={() => change({ search: '', role: '' })}>
                Clear All
              </Button>
            )}
          </EmptyState>
        }
        failure={error ? 'Failed to fetch users' : undefined}
        sort={{ value: filters.sort, choices: sortChoices, onChange: setSort, hasOwnList: true }}
        busy={actions.busy}
      />
      {asked && (
        <ConfirmDialog
          question="Are you sure you want to delete this user?"
          detail={`"${asked.name}"${asked.email === null ? '' : `, ${asked.email}`}: cannot sign in any more, and their products are hidden from the shop.`}
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
