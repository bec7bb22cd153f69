import type { ImportPlan, RefusedRow, RowProblem } from './importPlan';
import type { Cells } from './productsCsv';

export type Outcome = 'CREATED' | 'UPDATED' | 'UNCHANGED' | 'REFUSED';

interface RowResult {
  /** Its index in the request. */
  row: number;
  outcome: Outcome;
  errors: readonly RowProblem[];
}

/** Why a request has failed temporarily, and when to retry; without a time the user has to continue it. */
export interface RetryPause {
  sentence: string;
  seconds: number | undefined;
}

/** The server rejects the request as a whole: a retry would fail too. */
export interface RequestRejection {
  rejection: string;
}

export interface ImportParts {
  /** One request under its Idempotency-Key; what it throws is classified by `classifyError`. */
  send: (rows: Cells[], key: string) => Promise<readonly RowResult[]>;
  classifyError: (error: unknown) => RetryPause | RequestRejection;
  /** Resolves when the request may be retried, with the same key: nothing is applied twice. */
  wait: (pause: RetryPause) => Promise<void>;
  onProgress: (progress: ImportProgress) => void;
  newKey: () => string;
  /** Checked between two requests. */
  isStopped: () => boolean;
}

export interface ImportProgress {
  done: number;
  total: number;
  counts: Readonly<Record<Outcome, number>>;
  refused: readonly RefusedRow[];
}

/** Sends a plan one request after the other; each has its own key until it succeeds. */
export async function runImport(plan: ImportPlan, parts: ImportParts): Promise<ImportProgress> {
  const counts = { CREATED: 0, UPDATED: 0, UNCHANGED: 0, REFUSED: plan.refused.length };
  const refused = [...plan.refused];
  const total = plan.chunks.reduce((sum, { length }) => sum + length, refused.length);
  let done = refused.length;
  const progress = () => ({ done, total, counts: { ...counts }, refused: [...refused] });
  parts.onProgress(progress());
  for (const chunk of plan.chunks) {
    if (parts.isStopped()) break;
    const results = await sendUntilAccepted(
      chunk.map(({ cells }) => cells),
      parts,
    );
    if (!results) break;
    for (const { row, outcome, errors } of results) {
      counts[outcome] += 1;
      const sent = chunk[row];
      if (outcome === 'REFUSED' && sent) refused.push({ row: sent.row, cells: sent.cells, problems: [...errors] });
    }
    done += chunk.length;
    parts.onProgress(progress());
  }
  return progress();
}

/** Undefined when it was stopped while waiting. */
async function sendUntilAccepted(rows: Cells[], parts: ImportParts): Promise<readonly RowResult[] | undefined> {
  const key = parts.newKey();
  for (;;) {
    try {
      return await parts.send(rows, key);
    } catch (error) {
      const classified = parts.classifyError(error);
      if ('rejection' in classified) {
        const errors = [{ column: '', message: classified.rejection }];
        return rows.map((_row, row) => ({ row, outcome: 'REFUSED' as const, errors }));
      }
      await parts.wait(classified);
      if (parts.isStopped()) return undefined;
    }
  }
}
