import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export interface Checkout {
  readonly folder: string;
  readonly commit: string;
  readonly remove: () => void;
}

const run = (command: string, args: readonly string[], cwd: string) =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
const lockfileOf = (folder: string) => readFileSync(join(folder, 'package-lock.json'), 'utf8');

/** Checks out another commit into its own folder, with its packages, and builds it. */
export function checkOut(revision: string): Checkout {
  const folder = join(mkdtempSync(join(tmpdir(), 'kiosk-beside-')), 'kiosk');
  const remove = () => {
    run('git', ['worktree', 'remove', '--force', folder], '.');
    rmSync(join(folder, '..'), { recursive: true, force: true });
  };
  run('git', ['worktree', 'add', '--detach', folder, revision], '.');
  try {
    if (lockfileOf(folder) === lockfileOf('.')) symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
    else run('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], folder);
    run('npm', ['run', 'build'], folder);
    return { folder, commit: run('git', ['rev-parse', '--short', 'HEAD'], folder).trim(), remove };
  } catch (error) {
    remove();
    throw error;
  }
}
