// The words of the start page become part of its HTML: `dist/client/home.html` is `index.html` with the page drawn ahead.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';

const scratch = join('dist', 'prerender');

process.env.NODE_ENV = 'production';
await build({
  logLevel: 'warn',
  build: {
    ssr: resolve('client/prerender.tsx'),
    outDir: resolve(scratch),
    emptyOutDir: true,
    copyPublicDir: false,
    rolldownOptions: { input: resolve('client/prerender.tsx') },
  },
  ssr: { noExternal: true },
});
const { prerender } = await import(pathToFileURL(resolve(scratch, 'prerender.js')).href);
const { head, body } = prerender('/');
if (!body.includes('<h1')) throw new Error('The start page has no heading.');
const shell = readFileSync(join('dist', 'client', 'index.html'), 'utf8');
const html = shell
  .replace('<link rel="stylesheet"', () => `${head}\n    <link rel="stylesheet"`)
  .replace('<div id="root"></div>', () => `<div id="root">${body}</div>`);
writeFileSync(join('dist', 'client', 'home.html'), html);
rmSync(scratch, { recursive: true, force: true });
