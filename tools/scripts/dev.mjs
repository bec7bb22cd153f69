// `npm run dev`: on a file change the server is replaced and the client is updated; database and identity emulator
// stay. Further arguments go to Vite: -- --port 5180
import './requireNode.mjs';
import { spawn } from 'node:child_process';
import { existsSync, watch } from 'node:fs';
import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import { context } from 'esbuild';
import { serverBundles } from './buildServer.mjs';
import { endWithNpm } from './endWithNpm.mjs';
import { generateCode } from './generateCode.mjs';

if (existsSync('.env')) process.loadEnvFile('.env');
const { HOST = '127.0.0.1', PORT = '4000' } = process.env;
const env = { ...process.env, KIOSK_API: `http://${isIPv6(HOST) ? `[${HOST}]` : HOST}:${PORT}` };
const script = (...args) =>
  // Ctrl-C signals the whole process group: detached children are stopped once, by this process.
  spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'], detached: true, env });
const tool = (path, ...args) => script(join('node_modules', ...path.split('/')), ...args);
// Server and client need it to start; afterwards the watcher keeps it up to date.
await generateCode();
const bundles = await context(serverBundles(join('dist', 'dev')));
await bundles.rebuild();
const server = script(join('tools', 'scripts', 'runDev.mjs'));
const children = [server, tool('vite/bin/vite.js', ...process.argv.slice(2))];
let stopping = false;
let codegen = keepCodegen();
let rebuilding;
const watchers = ['server', 'packages', 'schema.graphql'].map((place) =>
  watch(place, { recursive: true }, rebuildSoon),
);

/** Debounced: editors write a file in several steps, and the generator writes several files. */
function rebuildSoon() {
  clearTimeout(rebuilding);
  rebuilding = setTimeout(async () => {
    try {
      await bundles.rebuild();
      if (!stopping) server.kill('SIGHUP');
    } catch {
      // esbuild has printed the error; the old bundle keeps running.
    }
  }, 50);
}

function stop(code) {
  if (stopping) return;
  stopping = true;
  clearTimeout(rebuilding);
  for (const watcher of watchers) watcher.close();
  void bundles.dispose();
  for (const child of [codegen, ...children]) child.kill('SIGTERM');
  process.exitCode = code;
}

/** Restarts the watcher, which was seen to end with code 0 while Vite optimized its dependencies for the first time. */
function keepCodegen() {
  const child = tool('@graphql-codegen/cli/cjs/bin.js', '--config', 'codegen.ts', '--watch');
  child.once('exit', () => {
    if (!stopping) codegen = keepCodegen();
  });
  return child;
}

for (const child of children) child.once('exit', (code) => stop(code ?? 1));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(0));
endWithNpm();
