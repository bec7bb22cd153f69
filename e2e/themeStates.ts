import { readFileSync } from 'node:fs';
import { build } from 'esbuild';
import type { Page } from '@playwright/test';
import type { State } from './state';

let made: Promise<string> | undefined;

/** The states of /theme, which exists in development only. */
async function makeGallery(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: ['client/gallery/main.tsx'],
    bundle: true,
    write: false,
    outdir: 'gallery',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    loader: { '.woff2': 'dataurl' },
  });
  const textOf = (end: string) => outputFiles.find(({ path }) => path.endsWith(end))?.text ?? '';
  return readFileSync('client/theme.html', 'utf8')
    .replace('</head>', () => `<style>${textOf('.css')}</style></head>`)
    .replace(/<script[^>]*><\/script>/, () => `<script>${textOf('.js').replaceAll('</script', '<\\/script')}</script>`);
}

async function openGallery(page: Page): Promise<void> {
  const body = await (made ??= makeGallery());
  await page.route('**/theme', (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto('/theme');
  await page.getByRole('heading', { name: 'Dark' }).waitFor();
}

export const themeStates: readonly State[] = [
  { name: 'theme', open: openGallery },
  {
    name: 'theme-dialog',
    open: async (page) => {
      await openGallery(page);
      await page.getByRole('region', { name: 'dark' }).getByRole('button', { name: 'Dialog' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
];
