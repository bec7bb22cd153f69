import { createLogger } from '../http/logging';
import { createPageRenderer, type RenderPage } from './pageRenderer';

const built = __filename;
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
  expect(await render('/', null)).toBeNull();
});

test('caches a rendered page by address and data until the next build', async () => {
  const rendered: string[] = [];
  const { render, reload } = await renderer(async (address, answer) => {
    rendered.push(`${address} ${JSON.stringify(answer)}`);
    return page(String(rendered.length));
  });
  expect(await render('/products', { price: 1 })).toEqual(page('1'));
  expect(await render('/products', { price: 1 })).toEqual(page('1'));
  expect(await render('/products', { price: 2 })).toEqual(page('2'));
  expect(await render('/products?search=x', { price: 2 })).toEqual(page('3'));
  await reload();
  expect(await render('/products', { price: 2 })).toEqual(page('4'));
  expect(rendered).toHaveLength(4);
});

test('evicts the least recently used page', async () => {
  let rendered = 0;
  const { render } = await renderer(async () => page(`${++rendered} ${'x'.repeat(30_000)}`));
  const numberOf = async (address: string) => Number((await render(address, null))?.body.split(' ')[0]);
  await numberOf('/kept');
  await numberOf('/left');
  for (let number = 0; number < 200; number += 1) {
    await numberOf(`/${number}`);
    expect(await numberOf('/kept')).toBe(1);
  }
  expect(await numberOf('/left')).toBe(203);
});

test('logs a rendering error and falls back to the shell', async () => {
  const lines: string[] = [];
  const log = createLogger('error', { write: (line) => void lines.push(line) });
  const { render } = await renderer(async () => {
    throw new Error('window is not defined');
  }, log);
  expect(await render('/products', null)).toBeNull();
  expect(lines.join('')).toContain('window is not defined');
});
