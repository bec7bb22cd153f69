import Button from '@mui/material/Button';
import { useRef } from 'react';
import { ErrorAlert } from '../../../ui/ErrorAlert';
import { useFocusFallback } from '../../../ui/useFocusFallback';
import { datedFileName, download } from '../../../lib/download';
import { reasonOf, refusedTable } from './productRow';
import { type Column, writeCsv } from './productsCsv';
import type { ImportProgress } from './runImport';
import type { ImportRun } from './useImport';

const formatNumber = (count: number) => count.toLocaleString('en-US');
const shownReasons = 100;

const words = {
  import: { CREATED: 'created', UPDATED: 'updated', UNCHANGED: 'unchanged', REFUSED: 'refused' },
  check: { CREATED: 'to create', UPDATED: 'to update', UNCHANGED: 'unchanged', REFUSED: 'refused' },
} as const;

function Counts({ run }: { run: ImportRun }) {
  const labels = run.dryRun ? words.check : words.import;
  return (
    <dl className="csv-counts">
      {(['CREATED', 'UPDATED', 'UNCHANGED', 'REFUSED'] as const).map((outcome) => (
        <div key={outcome} className={outcome === 'REFUSED' && run.progress.counts.REFUSED > 0 ? 'bad' : ''}>
          <dt>{labels[outcome]}</dt>
          <dd>{formatNumber(run.progress.counts[outcome])}</dd>
        </div>
      ))}
    </dl>
  );
}

function headline({ dryRun, state, progress: { done, total } }: ImportRun): string {
  const of = `${formatNumber(done)} of ${formatNumber(total)} rows`;
  if (state === 'stopped') return dryRun ? `Check stopped after ${of}` : `Import stopped after ${of}`;
  if (state === 'done') return dryRun ? 'Check finished: nothing was changed' : 'Import finished';
  return `${dryRun ? 'Checking' : 'Importing'}: ${of}`;
}

function Refused({ columns, refused }: { columns: readonly Column[]; refused: ImportProgress['refused'] }) {
  if (refused.length === 0) return null;
  function save() {
    const { header, rows } = refusedTable(columns, refused);
    download(datedFileName('refused-products', 'csv'), [writeCsv(header, rows)], 'text/csv');
  }
  return (
    <section className="csv-refused" aria-label="Refused rows">
      <ul tabIndex={0} aria-label="Reasons">
        {refused.slice(0, shownReasons).map((each) => (
          <li key={each.row}>
            <b>Row {each.row}</b>
            <span>{reasonOf(each)}</span>
          </li>
        ))}
      </ul>
      {refused.length > shownReasons && (
        <p className="muted small">And {formatNumber(refused.length - shownReasons)} more, all of them in the file.</p>
      )}
      <Button variant="outlined" className="ink" onClick={save}>
        Download refused rows
      </Button>
    </section>
  );
}

interface Props {
  run: ImportRun;
  columns: readonly Column[];
  onContinue: () => void;
  onStop: () => void;
}

/** How far it is, why it waits, and what became of the rows. */
export function ImportResult({ run, columns, onContinue, onStop }: Props) {
  const { state, progress, pause } = run;
  const isOver = state === 'done' || state === 'stopped';
  const { seconds } = pause ?? {};
  const place = useRef<HTMLDivElement>(null);
  useFocusFallback(place, `${state} ${run.dryRun}`);
  return (
    <div ref={place} tabIndex={-1} className="csv-run">
      <p className="csv-headline" {...(isOver && { role: 'status' })}>
        {headline(run)}
      </p>
      {!isOver && <progress aria-label="Progress" value={progress.done} max={Math.max(1, progress.total)} />}
      <Counts run={run} />
      {pause && (
        <ErrorAlert
          sentence={pause.sentence}
          hint={seconds === undefined ? undefined : `It goes on by itself after ${seconds} s.`}
        />
      )}
      {!isOver && (
        <div className="csv-actions">
          {pause && <Button onClick={onContinue}>Continue</Button>}
          <Button variant="outlined" className="ink" onClick={onStop}>
            Stop
          </Button>
        </div>
      )}
      {isOver && <Refused columns={columns} refused={progress.refused} />}
    </div>
  );
}
