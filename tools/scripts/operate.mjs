// operate.mjs NAME [ARGUMENT...]: runs an operator's command, built from sources if possible, otherwise as built.
import './requireNode.mjs';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { hasTools } from './hasTools.mjs';

const [name = ''] = process.argv.splice(2, 1);
const program = resolve('dist', 'server', `${name}.js`);

if (hasTools) await (await import('./buildServer.mjs')).buildServer();
if (existsSync(program)) {
  // As if it had been called directly.
  process.argv[1] = program;
  await import(pathToFileURL(program).href);
} else {
  process.stderr.write(
    `${join('dist', 'server', `${name}.js`)} is not there: run npm run build with development packages.\n`,
  );
  process.exitCode = 1;
}
