import { createInterface } from 'node:readline/promises';
import type { Reporter } from './backUp';

const eraseLine = '\r\u001b[K';

/** Prints lines, and on a terminal also the progress between them. */
export function terminalReporter(): Reporter {
  const { stdout } = process;
  const erase = stdout.isTTY ? eraseLine : '';
  return {
    line: (text) => void stdout.write(`${erase}${text}\n`),
    progress: (text) => void (stdout.isTTY && stdout.write(`${erase}${text} `)),
  };
}

/** Prompts on a terminal; elsewhere fails with the flag to set. */
export async function askToOverwrite(question: string): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new Error(`${question} Nobody is there to answer: say so with --yes. Nothing was changed.`);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim());
  } finally {
    terminal.close();
  }
}
