import { styled } from '@mui/material/styles';
import type { AuditEntriesQuery } from '../../__generated__/lazyOperations';
import { VisuallyHidden } from '../../ui/VisuallyHidden';

type Change = AuditEntriesQuery['auditEntries']['nodes'][number]['changes'][number];

/** More changes than this are collapsed. */
const collapsedAbove = 2;

const Fields = styled('dl')(({ theme: { vars } }) => ({
  display: 'grid',
  gap: 4,
  margin: 0,
  '& dt, & dd': { display: 'inline', margin: 0 },
  '& dt': { marginRight: 8 },
  '& dt::after': { content: '":"' },
  '& dt, & i, & [aria-hidden]': { color: vars.palette.text.secondary },
  '& bdi': { whiteSpace: 'pre-line' },
}));

function Side({ words, label }: { words: string | null; label: string }) {
  return (
    <>
      <VisuallyHidden>{label} </VisuallyHidden>
      {words === null || words === '' ? <i>nothing</i> : <bdi>{words}</bdi>}
    </>
  );
}

function List({ changes }: { changes: readonly Change[] }) {
  return (
    <Fields>
      {changes.map(({ field, before, after }) => (
        <div key={field}>
          <dt>{field}</dt>
          <dd>
            <Side words={before} label="before:" />
            <span aria-hidden="true">{' → '}</span>
            <Side words={after} label="after:" />
          </dd>
        </div>
      ))}
    </Fields>
  );
}

const Collapsed = styled('details')(({ theme: { vars, typography } }) => ({
  '& summary': {
    width: 'fit-content',
    color: vars.palette.primary.main,
    fontWeight: typography.button.fontWeight,
    cursor: 'pointer',
  },
  '& dl': { marginTop: 8 },
}));

export function Changes({ changes }: { changes: readonly Change[] }) {
  if (changes.length === 0) return '-';
  if (changes.length <= collapsedAbove) return <List changes={changes} />;
  return (
    <Collapsed>
      <summary>{changes.length} fields</summary>
      <List changes={changes} />
    </Collapsed>
  );
}
