import type { AuditEntriesQuery } from '../../__generated__/lazyOperations';
import { Moment } from '../../ui/Moment';
import type { TableColumn } from '../../ui/tableColumns';
import { kindWords, outcomeWords } from './auditWords';
import { Changes } from './Changes';

type Entry = AuditEntriesQuery['auditEntries']['nodes'][number];

export const auditColumns: readonly TableColumn<Entry>[] = [
  {
    key: 'when',
    header: 'When',
    cell: ({ startedAt }) => <Moment at={startedAt} />,
  },
  { key: 'who', header: 'Who', cell: ({ actorEmail, actorUid }) => actorEmail ?? actorUid },
  { key: 'what', header: 'What', bare: true, cell: ({ kind }) => <b>{kindWords[kind]}</b> },
  { key: 'subject', header: 'Of', cell: ({ subject }) => <bdi>{subject}</bdi> },
  { key: 'changes', header: 'Before → after', bare: true, cell: ({ changes }) => <Changes changes={changes} /> },
  {
    key: 'outcome',
    header: 'Outcome',
    bare: true,
    cell: ({ outcome }) => <span className={`pill ${outcomeWords[outcome].pill}`}>{outcomeWords[outcome].words}</span>,
  },
  { key: 'request', header: 'Request', cell: ({ requestId }) => <span className="request-id">{requestId}</span> },
];
