// `npm run dev`: the server restarts and the client updates itself when a file changes.
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const run = (args) => spawn(process.execPath, args, { stdio: 'inherit' });
const children = [
  run([join('node_modules', '@graphql-codegen', 'cli', 'cjs', 'bin.js'), '--config', 'codegen.ts', '--watch']),
  run([join('node_modules', 'tsx', 'dist', 'cli.mjs'), 'watch', '--clear-screen=false', 'server/main.ts']),
  run([join('node_modules', 'vite', 'bin', 'vite.js')]),
];
let stopping = false;

function stop() {
  if (stopping) return;
  stopping = true;
  for (const child of children) child.kill('SIGTERM');
}

for (const child of children) child.once('exit', stop);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
