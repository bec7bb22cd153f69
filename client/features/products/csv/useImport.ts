import { useApolloClient } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import { ImportProductsDocument } from '../../../__generated__/lazyOperations';
import { idempotencyKeyHeader, newIdempotencyKey } from '../../../lib/idempotency';
import { requireData } from '../../../lib/noAnswer';
import { forgetLists } from '../form/forgetLists';
import { importFailure } from './importFailure';
import { importPlan } from './importPlan';
import { numberFormatOf } from './numberFormat';
import type { Cells, CsvFile } from './productsCsv';
import { type RetryPause, type ImportProgress, runImport } from './runImport';

/** A request of a hundred rows causes a hundred writes. */
const timeoutMs = 60_000;

export interface ImportRun {
  dryRun: boolean;
  state: 'running' | 'waiting' | 'done' | 'stopped';
  progress: ImportProgress;
  pause?: RetryPause;
}

const noProgress: ImportProgress = {
  done: 0,
  total: 0,
  counts: { CREATED: 0, UPDATED: 0, UNCHANGED: 0, REFUSED: 0 },
  refused: [],
};

/** Resolves after the time, on request, or when the browser is online again. */
function waitFor({ seconds }: RetryPause, onResume: (resume: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const stop = new AbortController();
    const go = () => {
      stop.abort();
      resolve();
    };
    onResume(go);
    window.addEventListener('online', go, { signal: stop.signal });
    if (seconds === undefined) return;
    const timer = setTimeout(go, seconds * 1000);
    stop.signal.addEventListener('abort', () => clearTimeout(timer));
  });
}

/** One import at a time; leaving the page stops it between two requests. */
export function useImport() {
  const client = useApolloClient();
  const [run, setRun] = useState<ImportRun>();
  const resume = useRef<() => void>(undefined);
  const stopped = useRef(false);
  useEffect(
    () => () => {
      stopped.current = true;
      resume.current?.();
    },
    [],
  );
  const isActive = run?.state === 'running' || run?.state === 'waiting';
  useEffect(() => {
    if (!isActive) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isActive]);

  async function start({ rows }: CsvFile, dryRun: boolean) {
    stopped.current = false;
    setRun({ dryRun, state: 'running', progress: noProgress });
    const numberFormat = numberFormatOf(rows);
    const send = async (cells: Cells[], key: string) => {
      const { data } = await client.mutate({
        mutation: ImportProductsDocument,
        variables: { input: { rows: cells, dryRun, numberFormat } },
        context: { timeoutMs, headers: idempotencyKeyHeader(key) },
      });
      return requireData(data).importProducts.results;
    };
    const wait = async (pause: RetryPause) => {
      setRun((now) => now && { ...now, state: 'waiting', pause });
      await waitFor(pause, (go) => (resume.current = go));
      setRun((now) => now && { dryRun, state: 'running', progress: now.progress });
    };
    const onProgress = (progress: ImportProgress) => setRun((now) => now && { ...now, progress });
    const isStopped = () => stopped.current;
    const progress = await runImport(importPlan(rows), {
      send,
      classifyError: importFailure,
      wait,
      onProgress,
      newKey: newIdempotencyKey,
      isStopped,
    });
    setRun({ dryRun, state: stopped.current ? 'stopped' : 'done', progress });
    if (!dryRun) forgetLists(client.cache);
  }

  return {
    run,
    isActive,
    start,
    resume: () => resume.current?.(),
    stop: () => {
      stopped.current = true;
      resume.current?.();
    },
    forget: () => setRun(undefined),
  };
}
