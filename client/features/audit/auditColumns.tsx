import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import type { AuditEntriesQuery } from '../../__generated__/lazyOperations';
import { DateTime } from '../../ui/DateTime';
import type { TableColumn, TableStyles } from '../../ui/tableColumns';
import { kindLabels, outcomes } from './auditLabels';
import { Changes } from './Changes';

type Entry = AuditEntriesQuery['auditEntries']['nodes'][number];

export const auditColumns: readonly TableColumn<Entry>[] = [
  {
    key: 'when',
    header: 'When',
    cell: ({ startedAt }) => <DateTime at={startedAt} />,
    width: { xs: 120, laptop: 180 },
  },
  {
    key: 'who',
    header: 'Who',
    cell: ({ actorEmail, actorKeyName, actorUid }) =>
      actorKeyName === null ? (actorEmail ?? actorUid) : <bdi>API key {actorKeyName}</bdi>,
    width: '15%',
  },
  { key: 'what', header: 'What', bare: true, cell: ({ kind }) => <b>{kindLabels[kind]}</b>, width: '15%' },
  { key: 'subject', header: 'Of', cell: ({ subject }) => <bdi>{subject}</bdi>, width: '15%' },
  { key: 'changes', header: 'Before → after', bare: true, cell: ({ changes }) => <Changes changes={changes} /> },
  {
    key: 'outcome',
    header: 'Outcome',
    bare: true,
    cell: ({ outcome: key }) => <Chip variant="status" {...outcomes[key]} />,
    width: 112,
  },
  {
    key: 'request',
    header: 'Request',
    cell: ({ requestId }) => (
      <Typography variant="fine" color="textSecondary">
        {requestId}
      </Typography>
    ),
    width: 132,
  },
];

export const auditTableStyles: TableStyles = {
  columns: {
    '& td': { py: 1.25, verticalAlign: 'top' },
    // On the baseline of the other cells.
    '& td[data-column="outcome"] > *': { my: '-3px' },
  },
  cards: {
    '& tbody tr': {
      gap: { table: '4px 20px' },
      p: { table: '14px 16px' },
      gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', table: 'minmax(200px, 2fr) minmax(0, 3fr) auto' },
      gridTemplateAreas: {
        xs: '"what outcome" "when when" "who who" "subject subject" "changes changes" "request request"',
        table: '"what subject outcome" "when changes changes" "who request request"',
      },
    },
    '& td[data-column="what"]': { alignSelf: 'center' },
    // Where they are in columns the values are self-explanatory.
    '& td:is([data-column="when"], [data-column="who"])': {
      color: { table: 'text.secondary' },
      typography: { table: 'caption' },
    },
    '& td[data-column="subject"]': { alignSelf: { table: 'center' } },
    '& td:is([data-column="when"], [data-column="who"], [data-column="subject"])::before': {
      display: { table: 'none' },
    },
    '& td[data-column="request"]::before': { minWidth: { table: 0 } },
  },
};
