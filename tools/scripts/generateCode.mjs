import { existsSync, readdirSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { runTool } from './runTool.mjs';

const outputs = [
  join('server', '__generated__', 'resolvers.ts'),
  join('server', '__generated__', 'queryTexts.ts'),
  join('server', '__generated__', 'pages.ts'),
  join('server', '__generated__', 'palette.ts'),
  join('client', '__generated__', 'operations.ts'),
];

function inputs() {
  const ofClient = readdirSync('client', { recursive: true }).filter(
    (file) => /(?<!\.test)\.(graphql|cjs|ts)$/.test(file) && !file.includes('__generated__'),
  );
  return ['schema.graphql', 'codegen.ts', ...ofClient.map((file) => join('client', file))];
}

const changedAt = (file) => statSync(file).mtimeMs;

function isGenerated() {
  return outputs.every(existsSync) && Math.max(...inputs().map(changedAt)) <= Math.min(...outputs.map(changedAt));
}

/** Generates the code of server and client unless it is newer than its inputs. */
export async function generateCode(signal = undefined) {
  if (isGenerated()) return;
  await runTool(join('@graphql-codegen', 'cli', 'cjs', 'bin.js'), ['--config', 'codegen.ts', '--silent'], signal);
  // The generator does not touch unchanged files.
  const now = new Date();
  for (const output of outputs) utimesSync(output, now, now);
}
