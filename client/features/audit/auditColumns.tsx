import type { AuditEntriesQuery } from '../../__generated__/lazyOperations';
import { DateTime } from '../../ui/DateTime';
import type { TableColumn } from '../../ui/tableColumns';
import { kindLabels, outcomeLabels } from './auditLabels';
import { Changes } from './Changes';

type Entry = AuditEntriesQuery['auditEntries']['nodes'][number];

export const auditColumns: readonly TableColumn<Entry>[] = [
  {
    key: 'when',
    header: 'When',
    cell: ({ startedAt }) => <DateTime at={startedAt} />,
  },
  { key: 'who', header: 'Who', cell: ({ actorEmail, actorUid }) => actorEmail ?? actorUid },
  { key: 'what', header: 'What', bare: true, cell: ({ kind }) => <b>{kindLabels[kind]}</b> },
  { key: 'subject', header: 'Of', cell: ({ subject }) => <bdi>{subject}</bdi> },
  { key: 'changes', header: 'Before → after', bare: true, cell: ({ changes }) => <Changes changes={changes} /> },
  {
    key: 'outcome',
    header: 'Outcome',
    bare: true,
    cell: ({ outcome }) => (
      <span className={`pill ${outcomeLabels[outcome].pill}`}>{outcomeLabels[outcome].words}</span>
    ),
  },
  { key: 'request', header: 'Request', cell: ({ requestId }) => <span className="request-id">{requestId}</span> },
];
