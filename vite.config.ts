import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const api = process.env.KIOSK_API ?? 'http://127.0.0.1:4000';

/** The shop's two fonts start loading with the page instead of after its sheet; the playground has no use for them. */
const preloadFonts = (): Plugin => ({
  name: 'kiosk-preload-fonts',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle, filename }) =>
      filename.endsWith('playground.html')
        ? []
        : Object.keys(bundle ?? {})
            .filter((file) => file.endsWith('.woff2') && file.includes('latin'))
            .map((file) => ({
              tag: 'link',
              attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${file}` },
              injectTo: 'head' as const,
            })),
  },
});

/**
 * What every first load needs goes into one chunk: small chunks compress worse (design/performance.md). Not graphql: the
 * playground needs all of it, the shop a few functions.
 */
const frame =
  /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@apollo\/client|rxjs|optimism|@wry\/[a-z-]+|@emotion\/[a-z-]+|stylis|zen-observable-ts)\//;
const muiCore =
  /node_modules\/@mui\/(system|styled-engine|utils|private-theming)\/|node_modules\/@mui\/material\/(styles|CssBaseline|Button|ButtonBase|utils|colors|internal)\//;

export default defineConfig(({ command }) => {
  // Whoever builds from a development or test shell still gets React's production build.
  if (command === 'build') process.env.NODE_ENV = 'production';
  return {
    root: 'client',
    publicDir: 'public',
    plugins: [react(), preloadFonts()],
    // The server puts a fresh nonce in place of this text in every answer.
    html: { cspNonce: '__CSP_NONCE__' },
    build: {
      outDir: '../dist/client',
      emptyOutDir: true,
      target: 'es2022',
      assetsDir: 'assets',
      // Data addresses would need a wider content security policy.
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 5000,
      rolldownOptions: {
        input: {
          index: resolve(import.meta.dirname, 'client/index.html'),
          playground: resolve(import.meta.dirname, 'client/playground.html'),
        },
        output: {
          codeSplitting: {
            groups: [{ name: 'frame', test: (id: string) => frame.test(id) || muiCore.test(id), priority: 1 }],
          },
        },
      },
    },
    server: {
      proxy: { '/graphql': api, '/api': api, '/config.json': api },
    },
    preview: {
      proxy: { '/graphql': api, '/api': api, '/config.json': api },
    },
  };
});
