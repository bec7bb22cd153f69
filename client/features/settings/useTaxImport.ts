import { decodeCsv } from '@kiosk/csv/decodeCsv';
import { CsvProblem } from '@kiosk/csv/problem';
import { useState } from 'react';
import { datedFileName, download } from '../../lib/download';
import { readTaxCsv, refusedLine, TaxCsvProblem, writeTaxCsv } from './taxCsv';
import { replaceZones, type TaxContent } from './taxContent';
import type { Country } from './useCountries';
import type { useTaxSettings } from './useTaxSettings';

const maxBytes = 100_000;

/** Replaces all zones by those of a file, atomically. */
export function useTaxImport(countries: readonly Country[], edits: ReturnType<typeof useTaxSettings>['edits']) {
  const [problems, setProblems] = useState<readonly string[]>([]);

  async function choose(file: File | undefined) {
    setProblems([]);
    if (!file) return;
    try {
      if (file.size > maxBytes)
        throw new CsvProblem('This file is larger than 100 kB: it has more than tax rates in it.');
      const { zones, lines } = await readTaxCsv(decodeCsv(await file.arrayBuffer()), countries);
      await edits.save({
        edit: replaceZones(zones),
        onFailed: ({ field, sentence }) => {
          const refused = refusedLine(field, sentence, lines);
          if (refused !== undefined) setProblems([refused]);
          return refused !== undefined;
        },
      });
    } catch (error) {
      if (error instanceof TaxCsvProblem) setProblems(error.sentences);
      else setProblems([error instanceof CsvProblem ? error.message : 'This file could not be read.']);
    }
  }

  const exportZones = ({ zones }: TaxContent) =>
    download(datedFileName('taxes', 'csv'), [writeTaxCsv(zones)], 'text/csv');

  return { problems, choose, exportZones };
}
