import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';

function git(...args) {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : '';
}

/**
 * Tools and test data outside the project, or null: searched at KIOSK_SHARED, beside this checkout, beside the
 * repository of this worktree, and beside the repository that it was cloned from.
 */
export function findShared(path) {
  const origin = git('config', '--get', 'remote.origin.url').replace(/^file:\/\//, '');
  const besides = [
    resolve('..'),
    dirname(dirname(git('rev-parse', '--path-format=absolute', '--git-common-dir'))),
    ...(isAbsolute(origin) ? [dirname(origin.replace(/\/\.git$/, ''))] : []),
  ];
  const folders = [process.env.KIOSK_SHARED, ...besides.map((folder) => join(folder, 'shared'))];
  return folders.map((folder) => folder && join(folder, path)).find((found) => found && existsSync(found)) ?? null;
}
