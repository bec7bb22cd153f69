// `dist/drawing/drawPage.js` draws the client's pages on the server.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';

process.env.NODE_ENV = 'production';
await build({
  logLevel: 'warn',
  build: {
    ssr: resolve('client/drawPage.tsx'),
    outDir: resolve('dist/drawing'),
    emptyOutDir: true,
    copyPublicDir: false,
    rolldownOptions: { input: resolve('client/drawPage.tsx') },
  },
  // Whatever the environment of the server says: the browser's React is this one.
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
});
const { drawPage } = await import(pathToFileURL(resolve('dist/drawing/drawPage.js')).href);
const { body } = await drawPage('/', null);
if (!body.includes('<h1')) throw new Error('The start page has no heading.');
