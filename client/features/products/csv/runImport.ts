import type { ImportPlan, RefusedRow, RowProblem } from './importPlan';
import type { Cells } from './productsCsv';

export type Outcome = 'CREATED' | 'UPDATED' | 'UNCHANGED' | 'REFUSED';

interface RowAnswer {
  /** Its place in the request. */
  row: number;
  outcome: Outcome;
  errors: readonly RowProblem[];
}

/** Why a request is not answered yet, and when asking again makes sense; without a time somebody has to say so. */
export interface Hold {
  sentence: string;
  seconds: number | undefined;
}

/** The server says no to the request as a whole: asking again would give the same. */
export interface WholeRefusal {
  refusal: string;
}

export interface ImportParts {
  /** One request under its Idempotency-Key; what it throws is judged by `judge`. */
  send: (rows: Cells[], key: string) => Promise<readonly RowAnswer[]>;
  judge: (error: unknown) => Hold | WholeRefusal;
  /** Resolves when the request may be sent again, with the same key: whatever was done is not done twice. */
  wait: (hold: Hold) => Promise<void>;
  onProgress: (progress: ImportProgress) => void;
  newKey: () => string;
  /** Asked between two requests. */
  isStopped: () => boolean;
}

export interface ImportProgress {
  done: number;
  total: number;
  counts: Readonly<Record<Outcome, number>>;
  refused: readonly RefusedRow[];
}

/** Sends a plan one request after the other; each has a key of its own until its answer is in. */
export async function runImport(plan: ImportPlan, parts: ImportParts): Promise<ImportProgress> {
  const counts = { CREATED: 0, UPDATED: 0, UNCHANGED: 0, REFUSED: plan.refused.length };
  const refused = [...plan.refused];
  const total = plan.chunks.reduce((sum, { length }) => sum + length, refused.length);
  let done = refused.length;
  const progress = () => ({ done, total, counts: { ...counts }, refused: [...refused] });
  parts.onProgress(progress());
  for (const chunk of plan.chunks) {
    if (parts.isStopped()) break;
    const answers = await answersTo(
      chunk.map(({ cells }) => cells),
      parts,
    );
    if (!answers) break;
    for (const { row, outcome, errors } of answers) {
      counts[outcome] += 1;
      const sent = chunk[row];
      if (outcome === 'REFUSED' && sent) refused.push({ row: sent.row, cells: sent.cells, problems: [...errors] });
    }
    done += chunk.length;
    parts.onProgress(progress());
  }
  return progress();
}

/** Undefined when it was stopped while it waited. */
async function answersTo(rows: Cells[], parts: ImportParts): Promise<readonly RowAnswer[] | undefined> {
  const key = parts.newKey();
  for (;;) {
    try {
      return await parts.send(rows, key);
    } catch (error) {
      const judged = parts.judge(error);
      if ('refusal' in judged) {
        const errors = [{ column: '', message: judged.refusal }];
        return rows.map((_row, row) => ({ row, outcome: 'REFUSED' as const, errors }));
      }
      await parts.wait(judged);
      if (parts.isStopped()) return undefined;
    }
  }
}
