import { createLogger } from '../http/logging';
import { createPageDrawer, type DrawPage } from './drawPages';

const built = __filename;
const page = (body: string) => ({ rules: '', pictures: '', body });

async function drawer(drawPage: DrawPage, log = createLogger('silent')) {
  const made = createPageDrawer(built, log, async () => drawPage);
  await made.reload();
  return made;
}

test('nothing is drawn before the client is built', async () => {
  const { draw, reload } = createPageDrawer(
    '/no/such/file.js',
    createLogger('silent'),
    async () => async () => page('x'),
  );
  await reload();
  expect(await draw('/', null)).toBeNull();
});

test('what is drawn from the same data is drawn once, from other data or after a build anew', async () => {
  const drawn: string[] = [];
  const { draw, reload } = await drawer(async (address, answer) => {
    drawn.push(`${address} ${JSON.stringify(answer)}`);
    return page(String(drawn.length));
  });
  expect(await draw('/products', { price: 1 })).toEqual(page('1'));
  expect(await draw('/products', { price: 1 })).toEqual(page('1'));
  expect(await draw('/products', { price: 2 })).toEqual(page('2'));
  expect(await draw('/products?search=x', { price: 2 })).toEqual(page('3'));
  await reload();
  expect(await draw('/products', { price: 2 })).toEqual(page('4'));
  expect(drawn).toHaveLength(4);
});

test('what nobody asks for goes first', async () => {
  let drawn = 0;
  const { draw } = await drawer(async () => page(`${++drawn} ${'x'.repeat(30_000)}`));
  const numberOf = async (address: string) => Number((await draw(address, null))?.body.split(' ')[0]);
  await numberOf('/kept');
  await numberOf('/left');
  for (let number = 0; number < 200; number += 1) {
    await numberOf(`/${number}`);
    expect(await numberOf('/kept')).toBe(1);
  }
  expect(await numberOf('/left')).toBe(203);
});

test('a page that cannot be drawn is logged and goes out as the shell', async () => {
  const lines: string[] = [];
  const log = createLogger('error', { write: (line) => void lines.push(line) });
  const { draw } = await drawer(async () => {
    throw new Error('window is not defined');
  }, log);
  expect(await draw('/products', null)).toBeNull();
  expect(lines.join('')).toContain('window is not defined');
});
