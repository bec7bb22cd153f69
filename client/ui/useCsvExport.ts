import { useRef, useState } from 'react';
import { csvLines, writeCsv } from '@kiosk/csv/writeCsv';
import { datedFileName, download } from '../lib/download';
import { noAnswer } from '../lib/noAnswer';
import { serverMessage } from '../lib/serverMessage';

type Rows = readonly (readonly string[])[];

interface CsvSource {
  /** The file's name, to which the day is added. */
  name: string;
  header: readonly string[];
  /** Identifies the export: a failed one resumes only under the same key. */
  of?: string;
  /** The page after a cursor; `after` null: it is the last one. */
  readPage: (after: string | null) => Promise<{ readonly rows: Rows; readonly after: string | null }>;
}

interface ExportState {
  of: string;
  state: 'reading' | 'failed' | 'done';
  count: number;
  failure?: string;
}

/** Reads a list page by page into one CSV file; a failed export resumes at the page that failed. */
export function useCsvExport({ name, header, of = '', readPage }: CsvSource) {
  const [state, setState] = useState<ExportState>();
  const read = useRef<{ of: string; parts: string[]; count: number; after: string | null }>(undefined);

  async function start() {
    if (read.current?.of !== of) read.current = { of, parts: [writeCsv(header)], count: 0, after: null };
    const progress = read.current;
    setState({ of, state: 'reading', count: progress.count });
    try {
      do {
        const { rows, after } = await readPage(progress.after);
        progress.parts.push(csvLines(rows));
        progress.count += rows.length;
        progress.after = after;
        setState({ of, state: 'reading', count: progress.count });
      } while (progress.after !== null);
      read.current = undefined;
      download(datedFileName(name, 'csv'), progress.parts, 'text/csv');
      setState({ of, state: 'done', count: progress.count });
    } catch (error) {
      const failure = serverMessage(error, `${noAnswer} What was read so far is kept.`);
      setState({ of, state: 'failed', count: progress.count, failure });
    }
  }
  const isOfAnother = state !== undefined && state.state !== 'reading' && state.of !== of;
  return { state: isOfAnother ? undefined : state, start };
}
