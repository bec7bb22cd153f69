import { createLogger } from '../http/logging';
import { describePage } from './describePage';
import { createPageRenderer, type RenderPage } from './pageRenderer';

const built = __filename;
const at = (path: string, search = '') => describePage(path, new URLSearchParams(search));
const page = (body: string) => ({ styles: '', imagePreloads: '', body });

async function renderer(renderPage: RenderPage, log = createLogger('silent')) {
  const made = createPageRenderer(built, log, async () => renderPage);
  await made.reload();
  return made;
}

test('renders nothing before the client is built', async () => {
  const { render, reload } = createPageRenderer(
    '/no/such/file.js',
    createLogger('silent'),
    async () => async () => page('x'),
  );
  await reload();
  expect(await render(at('/'), null)).toBeNull();
});

test('caches a rendered page by address and data until the next build', async () => {
  const rendered: string[] = [];
  const { render, reload } = await renderer(async (address, answer) => {
    rendered.push(`${address} ${JSON.stringify(answer)}`);
    return page(String(rendered.length));
  });
  expect(await render(at('/products'), { price: 1 })).toEqual(page('1'));
  expect(await render(at('/products'), { price: 1 })).toEqual(page('1'));
  expect(await render(at('/products'), { price: 2 })).toEqual(page('2'));
  expect(await render(at('/products', 'search=x'), { price: 2 })).toEqual(page('3'));
  await reload();
  expect(await render(at('/products'), { price: 2 })).toEqual(page('4'));
  expect(rendered).toHaveLength(4);
});

test('evicts the least recently used page', async () => {
  let rendered = 0;
  const { render } = await renderer(async () => page(`${++rendered} ${'x'.repeat(30_000)}`));
  const numberOf = async (slug: string) => Number((await render(at(`/products/${slug}`), null))?.body.split(' ')[0]);
  await numberOf('kept');
  await numberOf('left');
  for (let number = 0; number < 200; number += 1) {
    await numberOf(String(number));
    expect(await numberOf('kept')).toBe(1);
  }
  expect(await numberOf('left')).toBe(203);
});

test('logs a rendering error with the page’s route, not its address, and falls back to the shell', async () => {
  const lines: string[] = [];
  const log = createLogger('error', { write: (line) => void lines.push(line) });
  const { render } = await renderer(async () => {
    throw new Error('window is not defined');
  }, log);
  expect(await render(at('/products', 'search=a+secret'), null)).toBeNull();
  expect(await render(at('/products/hush'), null)).toBeNull();
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { page: '/products', err: { message: 'window is not defined' } },
    { page: '/products/:slug' },
  ]);
  expect(lines.join('')).not.toMatch(/secret|hush/);
});
