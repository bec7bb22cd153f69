import { useQuery } from '@apollo/client/react';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { AuditEntriesDocument, type AuditKind } from '../../__generated__/lazyOperations';
import { constants } from '../../lib/constants';
import { serverMessage } from '../../lib/serverMessage';
import { useRoleRefresh } from '../../session/useRoleRefresh';
import { DataTable } from '../../ui/DataTable';
import { DayField } from '../../ui/DayField';
import { EmptyState } from '../../ui/EmptyState';
import { SearchField } from '../../ui/SearchField';
import { SelectField } from '../../ui/SelectField';
import { TableToolbar } from '../../ui/TableToolbar';
import { type ListParams, useListParams } from '../../ui/useListParams';
import { useTableList } from '../../ui/useTableList';
import { auditColumns, auditTableStyles } from './auditColumns';
import { type AuditFilters, isEmail, readFilters, toAuditFilter, writeFilters } from './auditFilters';
import { isKind, kindLabels } from './auditLabels';

const kinds = [
  ['', 'All'],
  ...Object.entries(kindLabels).map(([kind, words]) => [isKind(kind) ? kind : '', words] as const),
] as const satisfies readonly (readonly [AuditKind | '', string])[];

function useAuditList(filters: AuditFilters, listParams: ListParams) {
  const variables = { filter: toAuditFilter(filters), first: constants.pageSize, after: listParams.place.after };
  const query = useQuery(AuditEntriesDocument, { variables, fetchPolicy: 'cache-and-network' });
  useRoleRefresh(query.error);
  return useTableList('auditEntries', query, variables, listParams);
}

export function AuditLog() {
  const { filters, change, ...listParams } = useListParams({ read: readFilters, write: writeFilters, typed: 'person' });
  const { error, ...list } = useAuditList(filters, listParams);
  const { person } = filters;
  const isFiltered = writeFilters(filters).size > 0;
  const reset = (
    <Button variant="quiet" onClick={() => change({ person: '', kind: '', from: '', to: '' })}>
      Reset
    </Button>
  );
  return (
    <>
      <TableToolbar>
        <SearchField
          label="E-mail of the person"
          value={filters.person}
          onChange={(next) => change({ person: next })}
        />
        <SelectField label="Kind" value={filters.kind} choices={kinds} onChange={(kind) => change({ kind })} />
        <DayField label="From" day={filters.from} onChange={(from) => change({ from })} />
        <DayField label="To" day={filters.to} onChange={(to) => change({ to })} />
        {isFiltered && reset}
        {person !== '' && !isEmail(person) && (
          <Typography variant="caption" component="p" role="status" color="textSecondary" sx={{ flexBasis: '100%' }}>
            Type the whole e-mail address of a person.
          </Typography>
        )}
      </TableToolbar>
      <DataTable
        wide
        label="Audit log"
        styles={auditTableStyles}
        columns={auditColumns}
        list={list}
        loadingWords="Loading..."
        empty={<EmptyState title="No entries found" />}
        failure={error ? serverMessage(error, 'Failed to load the audit log') : undefined}
      />
    </>
  );
}
