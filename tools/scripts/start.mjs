// `npm start`: builds what is missing and runs the shop; the API answers before the client is built.
import cluster from 'node:cluster';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildClient, clientIsBuilt } from './clientBuild.mjs';
import { endWithNpm } from './endWithNpm.mjs';

const hasTools = existsSync(join('node_modules', 'esbuild', 'package.json'));
// A worker ends with the first process.
if (cluster.isPrimary) endWithNpm();

const say = (line) => process.stdout.write(`${line}\n`);

// An installation without development packages runs what `npm run build` has made.
if (hasTools && cluster.isPrimary) await (await import('./buildServer.mjs')).buildServer();
// Packages that check everything once more while a program is written do so unless this says otherwise as they are loaded;
// what the shop itself reads there, and needs to be configured for it, comes after.
const { NODE_ENV } = process.env;
process.env.NODE_ENV = 'production';
const { run } = await import(pathToFileURL(join('dist', 'server', 'main.js')).href);
if (NODE_ENV === undefined) delete process.env.NODE_ENV;
else process.env.NODE_ENV = NODE_ENV;

await run({
  buildClient: async (signal) => {
    if (!hasTools || clientIsBuilt()) return;
    await buildClient(say, signal).catch((error) => {
      if (!signal.aborted) say(`The storefront could not be built: ${error.message}`);
    });
  },
});
