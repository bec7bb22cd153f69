import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The arguments of Node in `npm start`, here or in another folder: the shell execs Node, so that npm's signals reach
 * it.
 */
export function startArgumentsOf(folder = '.'): string[] {
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { scripts: { start: string } };
  const words = scripts.start.split(' ');
  return words.slice(words.indexOf('node') + 1);
}

export const startArguments = startArgumentsOf();
