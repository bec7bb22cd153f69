import { decodeCsv } from '@kiosk/csv/decodeCsv';
import { CsvProblem } from '@kiosk/csv/problem';
import { useRef, useState } from 'react';
import { type CsvFile, readProductFile } from './productsCsv';

const maxBytes = 50 * 1024 * 1024;

interface Chosen {
  name: string;
  file?: CsvFile;
  problem?: string;
  /** While the file is read. */
  rowsSoFar?: number;
}

/** A chosen file, read without blocking the page. */
export function useCsvFile() {
  const [chosen, setChosen] = useState<Chosen>();
  const latest = useRef<File>(undefined);
  async function choose(file: File | undefined) {
    latest.current = file;
    if (!file) return setChosen(undefined);
    const { name } = file;
    // A larger file that was chosen before may still be read.
    const show = (state: Omit<Chosen, 'name'>) => latest.current === file && setChosen({ name, ...state });
    show({ rowsSoFar: 0 });
    try {
      if (file.size > maxBytes) throw new CsvProblem('This file is larger than 50 MB. Divide it into several.');
      const text = decodeCsv(await file.arrayBuffer());
      const read = await readProductFile(text, { onProgress: (rowsSoFar) => show({ rowsSoFar }) });
      show({ file: read });
    } catch (error) {
      show({ problem: error instanceof CsvProblem ? error.message : 'This file could not be read.' });
    }
  }
  return { chosen, choose };
}
