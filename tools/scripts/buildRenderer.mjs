// `dist/renderer/renderPage.js` renders the client's pages on the server.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';

process.env.NODE_ENV = 'production';
await build({
  logLevel: 'warn',
  build: {
    ssr: resolve('client/renderPage.tsx'),
    outDir: resolve('dist/renderer'),
    emptyOutDir: true,
    copyPublicDir: false,
    rolldownOptions: { input: resolve('client/renderPage.tsx') },
  },
  // The production build of React, like in the browser, whatever the server's NODE_ENV.
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
});
const { renderPage } = await import(pathToFileURL(resolve('dist/renderer/renderPage.js')).href);
const { body } = await renderPage('/', null);
if (!body.includes('<h1')) throw new Error('The start page has no heading.');
