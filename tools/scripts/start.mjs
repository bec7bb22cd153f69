// `npm start`: builds what is missing and runs the shop; the API answers before the client is built.
import './requireNode.mjs';
import cluster from 'node:cluster';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { endWithNpm } from './endWithNpm.mjs';
import { hasTools } from './hasTools.mjs';

// Workers end with the primary process.
if (cluster.isPrimary) endWithNpm();

const say = (line) => process.stdout.write(`${line}\n`);

if (hasTools && cluster.isPrimary) await (await import('./buildServer.mjs')).buildServer();
const program = join('dist', 'server', 'main.js');
if (!existsSync(program)) {
  process.stderr.write(
    `Kiosk cannot start: ${resolve(program)} is not there: run npm run build with development packages (npm ci).\n`,
  );
  process.exit(1);
}
// Some packages run development checks unless NODE_ENV is production while they are loaded; the shop's own NODE_ENV is
// set afterwards.
const { NODE_ENV } = process.env;
process.env.NODE_ENV = 'production';
const { run } = await import(pathToFileURL(program).href);
if (NODE_ENV === undefined) delete process.env.NODE_ENV;
else process.env.NODE_ENV = NODE_ENV;

await run({
  buildClient: async (signal) => {
    if (!hasTools) return;
    const { buildClient, clientIsBuilt } = await import('./clientBuild.mjs');
    if (clientIsBuilt()) return;
    await buildClient(say, signal).catch((error) => {
      if (!signal.aborted) say(`The storefront could not be built: ${error.message}`);
    });
  },
});
