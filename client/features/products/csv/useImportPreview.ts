import { useApolloClient } from '@apollo/client/react';
import { useCallback, useEffect, useState } from 'react';
import { PreviewImportDocument, type PreviewImportResult } from '../../../__generated__/lazyOperations';
import { noAnswer } from '../../../lib/noAnswer';
import { serverMessage } from '../../../lib/serverMessage';
import { importPlan } from './importPlan';
import { numberFormatOf } from './numberFormat';
import type { CsvFile } from './productsCsv';

type Result = PreviewImportResult['importProducts']['results'][number];

export type RowPreview = Pick<Result, 'values' | 'errors'>;

interface Preview {
  file: CsvFile;
  /** By the row's number in the file. */
  rows: ReadonlyMap<number, RowPreview>;
  failure?: string;
}

export const previewLength = 5;

/** The server's dry run of a file's first rows. */
export function useImportPreview(file: CsvFile) {
  const client = useApolloClient();
  const [preview, setPreview] = useState<Preview>();
  const ask = useCallback(
    async (isCurrent: () => boolean) => {
      const [rows = []] = importPlan(file.rows.slice(0, previewLength)).chunks;
      if (rows.length === 0) return;
      const input = { rows: rows.map(({ cells }) => cells), dryRun: true, numberFormat: numberFormatOf(file.rows) };
      const show = (next: Omit<Preview, 'file'>) => isCurrent() && setPreview({ file, ...next });
      try {
        const { data } = await client.mutate({ mutation: PreviewImportDocument, variables: { input } });
        const results = data?.importProducts.results ?? [];
        show({ rows: new Map(results.map((result) => [rows[result.row]?.row ?? 0, result])) });
      } catch (error) {
        show({ rows: new Map(), failure: serverMessage(error, noAnswer) });
      }
    },
    [client, file],
  );
  useEffect(() => {
    let isCurrent = true;
    void ask(() => isCurrent);
    return () => {
      isCurrent = false;
    };
  }, [ask]);
  const current = preview?.file === file ? preview : undefined;
  return { rows: current?.rows, failure: current?.failure, again: () => void ask(() => true) };
}
