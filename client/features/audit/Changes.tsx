import type { AuditEntriesQuery } from '../../__generated__/lazyOperations';

type Change = AuditEntriesQuery['auditEntries']['nodes'][number]['changes'][number];

/** More changes than this are collapsed. */
const collapsedAbove = 2;

function Side({ words, label }: { words: string | null; label: string }) {
  return words === null || words === '' ? (
    <span className="change-none">
      <span className="hidden-words">{label} </span>nothing
    </span>
  ) : (
    <span className="change-value">
      <span className="hidden-words">{label} </span>
      <bdi>{words}</bdi>
    </span>
  );
}

function List({ changes }: { changes: readonly Change[] }) {
  return (
    <dl className="changes">
      {changes.map(({ field, before, after }) => (
        <div key={field}>
          <dt>{field}</dt>
          <dd>
            <Side words={before} label="before:" />
            <span aria-hidden="true" className="change-arrow">
              {' → '}
            </span>
            <Side words={after} label="after:" />
          </dd>
        </div>
      ))}
    </dl>
  );
}

export function Changes({ changes }: { changes: readonly Change[] }) {
  if (changes.length === 0) return '-';
  if (changes.length <= collapsedAbove) return <List changes={changes} />;
  return (
    <details className="more-changes">
      <summary>{changes.length} fields</summary>
      <List changes={changes} />
    </details>
  );
}
