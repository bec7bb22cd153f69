// `npm run dev`: the server restarts and the client updates itself when a file changes. What follows goes to Vite: -- --port 5180
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import { endWithNpm } from './endWithNpm.mjs';
import { generateCode } from './generateCode.mjs';

if (existsSync('.env')) process.loadEnvFile('.env');
const { HOST = '127.0.0.1', PORT = '4000' } = process.env;
const env = { ...process.env, KIOSK_API: `http://${isIPv6(HOST) ? `[${HOST}]` : HOST}:${PORT}` };
const tool = (path, ...args) =>
  // Ctrl-C reaches a whole process group: in groups of their own they are told to stop once, from here.
  spawn(process.execPath, [join('node_modules', ...path.split('/')), ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
    env,
  });
// Neither half starts without it; afterwards the watcher keeps it up to date.
await generateCode();
const children = [
  tool('tsx/dist/cli.mjs', 'watch', '--clear-screen=false', '--include=schema.graphql', 'server/main.ts'),
  tool('vite/bin/vite.js', ...process.argv.slice(2)),
];
let stopping = false;
let codegen = keepCodegen();

function stop(code) {
  if (stopping) return;
  stopping = true;
  process.exitCode = code;
  for (const child of [codegen, ...children]) child.kill('SIGTERM');
}

/** Its watcher was seen to end by itself, with code 0, while Vite prepared the packages for the first time. */
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
