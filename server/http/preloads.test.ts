import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPreloads } from './preloads';

const folder = mkdtempSync(join(tmpdir(), 'kiosk-client-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('returns no preloads before the client is built', () => expect(readPreloads(folder).size).toBe(0));

test('lists every file of a page once, without the files of the entry', () => {
  mkdirSync(join(folder, '.vite'));
  const manifest = {
    'index.html': { file: 'assets/index.js', css: ['assets/index.css'], imports: ['_frame.js'] },
    '_frame.js': { file: 'assets/frame.js' },
    '_form.js': { file: 'assets/form.js', imports: ['_frame.js', '_field.js'], css: ['assets/form.css'] },
    '_field.js': { file: 'assets/field.js', imports: ['_form.js'] },
    'pages/static/ContactPage.tsx': {
      file: 'assets/ContactPage.js',
      imports: ['_form.js', '_field.js', 'index.html'],
      dynamicImports: ['ui/Late.tsx'],
    },
    'ui/Late.tsx': { file: 'assets/Late.js' },
  };
  writeFileSync(join(folder, '.vite', 'manifest.json'), JSON.stringify(manifest));
  expect(Object.fromEntries(readPreloads(folder))).toEqual({
    'pages/static/ContactPage.tsx': [
      '/assets/ContactPage.js',
      '/assets/form.js',
      '/assets/form.css',
      '/assets/field.js',
    ],
  });
});
