import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { DateTime } from '../../ui/DateTime';
import type { TableColumn } from '../../ui/tableColumns';
import { withRowAction } from '../../ui/tableStyles';
import { scopeLabels } from './apiKeyScopes';
import type { ApiKeyRow } from './useApiKeys';

export const apiKeyTableStyles = withRowAction('"name actions" "scopes scopes" "made made" "used used" "state state"', {
  verticalAlign: 'top',
});

const nameId = ({ id }: ApiKeyRow) => `key-${id}`;

function State({ row: { isLive, revokedAt, revokedByEmail, expiresAt } }: { row: ApiKeyRow }) {
  if (revokedAt !== null)
    return (
      <>
        <Chip variant="status" color="error" label="Revoked" />
        <Typography variant="caption" component="p" color="textSecondary">
          <DateTime at={revokedAt} /> {revokedByEmail !== null && <bdi>by {revokedByEmail}</bdi>}
        </Typography>
      </>
    );
  return (
    <>
      <Chip variant="status" {...(isLive ? { color: 'success', label: 'Live' } : { label: 'Expired' })} />
      <Typography variant="caption" component="p" color="textSecondary">
        {expiresAt === null ? (
          'Until it is revoked'
        ) : (
          <>
            {isLive ? 'Until' : 'Since'} <DateTime at={expiresAt} />
          </>
        )}
      </Typography>
    </>
  );
}

export const apiKeyColumns = (onRevoke: (row: ApiKeyRow) => void): readonly TableColumn<ApiKeyRow>[] => [
  {
    key: 'name',
    header: 'Key',
    bare: true,
    cell: (row) => (
      <span id={nameId(row)}>
        <b>
          <bdi>{row.name}</bdi>
        </b>{' '}
        <code>…{row.lastFour}</code>
      </span>
    ),
    width: '18%',
  },
  {
    key: 'scopes',
    header: 'May',
    cell: ({ scopes }) => (
      <Stack component="span" direction="row" sx={{ flexWrap: 'wrap', columnGap: 1 }}>
        {scopes.map((scope) => (
          <code key={scope}>{scopeLabels[scope].name}</code>
        ))}
      </Stack>
    ),
  },
  {
    key: 'made',
    header: 'Made',
    cell: ({ createdAt, createdByEmail, createdByUid }) => (
      // One element, because a card lays out the parts of a cell side by side.
      <span>
        <DateTime at={createdAt} /> by <bdi>{createdByEmail ?? createdByUid}</bdi>
      </span>
    ),
    width: '20%',
  },
  {
    key: 'used',
    header: 'Last used',
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'Never' : <DateTime at={lastUsedAt} />),
    width: 150,
  },
  { key: 'state', header: 'State', bare: true, cell: (row) => <State row={row} />, width: 170 },
  {
    key: 'actions',
    header: 'Actions',
    bare: true,
    cell: (row) =>
      row.isLive && (
        <Button variant="quiet" size="small" aria-describedby={nameId(row)} onClick={() => onRevoke(row)}>
          Revoke
        </Button>
      ),
    width: 112,
  },
];
