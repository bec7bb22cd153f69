import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** Runs a package's program in a child process, so that a server in this process keeps answering. */
export const runTool = (tool, args, signal) => runScript(join('node_modules', tool), args, signal);

export function runScript(script, args, signal) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      signal,
    });
    const output = [];
    child.stdout.on('data', (chunk) => output.push(chunk));
    child.stderr.on('data', (chunk) => output.push(chunk));
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${script} failed:\n${Buffer.concat(output).toString().slice(-4000)}`));
    });
  });
}
