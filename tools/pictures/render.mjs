// Runs Blender for one picture.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { nameOf, settingsOf, studio, workFolder } from './catalogue.mjs';

const limitInMinutes = 240;

export function requireBlender() {
  const { status } = spawnSync('blender', ['--version'], { stdio: 'ignore' });
  if (status === 0) return;
  throw new Error('Blender is missing: apt-get install --no-install-recommends blender python3-numpy (Debian 12)');
}

/** Returns the path of the PNG. Lowest priority and one thread, as rendering runs beside other work. */
export function render(picture) {
  const { size, samples } = settingsOf(picture);
  mkdirSync(workFolder, { recursive: true });
  const path = join(workFolder, `${nameOf(picture)}.png`);
  const blender = [
    'blender',
    '-b',
    '--factory-startup',
    '-t',
    '1',
    '--python-exit-code',
    '1',
    '-P',
    join(studio, 'render.py'),
  ];
  const values = [picture.slug, picture.view, path, size, samples].map(String);
  const child = spawn('nice', ['-n', '19', 'timeout', `${limitInMinutes}m`, ...blender, '--', ...values]);
  let said = '';
  const keep = (chunk) => (said = (said + chunk).slice(-2_000));
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(path);
      else reject(new Error(`${nameOf(picture)}: Blender ended with ${code}\n${said}`));
    });
  });
}
