import { CsvProblem } from './problem';

/** Decodes a UTF-8 file; throws a CsvProblem that explains how to convert a file in another encoding. */
export function decodeCsv(bytes: ArrayBuffer): string {
  if (isUtf16(new Uint8Array(bytes, 0, Math.min(4, bytes.byteLength)))) {
    throw new CsvProblem('This file is in UTF-16 (“Unicode text”). Save it as “CSV UTF-8” and choose it again.');
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new CsvProblem('This file is not in UTF-8. Save it as “CSV UTF-8” and choose it again.');
  }
}

/** Detects a byte order mark, or the zero bytes of two ASCII letters: a file starts with the name of a column. */
function isUtf16([first, second, third, fourth]: Uint8Array): boolean {
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true;
  return first === 0 ? second !== 0 && third === 0 && fourth !== 0 : second === 0 && third !== 0 && fourth === 0;
}
