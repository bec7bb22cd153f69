import { canonicalEmail } from './canonicalEmail';

describe('canonicalEmail', () => {
  test.each([
    ['admin@x.dev', 'admin@x.dev'],
    ['Admin@X.dev', 'admin@x.dev'],
    [' admin@x.dev ', 'admin@x.dev'],
    ['\tadmin@x.dev\n', 'admin@x.dev'],
    ['admin@x。dev', 'admin@x.dev'],
    ['admin@x．dev', 'admin@x.dev'],
    ['admin@ｘ.dev', 'admin@x.dev'],
    ["o'neill+shop@x.dev", "o'neill+shop@x.dev"],
    ['zoë@x.dev', 'zoë@x.dev'],
    ['a@bücher.example', 'a@xn--bcher-kva.example'],
    ['a@xn--bcher-kva.example', 'a@xn--bcher-kva.example'],
    ['a@kiosk.test', 'a@kiosk.test'],
  ])('%j is %s', (text, email) => {
    expect(canonicalEmail(text)).toBe(email);
  });

  test.each([
    [''],
    ['   '],
    ['admin'],
    ['@x.dev'],
    ['admin@'],
    ['a@b@x.dev'],
    ['admin\0@x.dev'],
    ['admin@x.dev\0'],
    ['ad min@x.dev'],
    ['ad\u200bmin@x.dev'],
    ['admin%40x.dev'],
    ['admin@x%2edev'],
    ['ａdmin@x.dev'],
    ['admin＠x.dev'],
    ['admin@x..dev'],
    ['admin@.dev'],
    ['admin@x.dev.'],
    ['admin@-x.dev'],
    ['admin@x/y.dev'],
    ['admin@127.0.0.1'],
    ['<admin@x.dev>'],
    ['a@x.dev,b@x.dev'],
  ])('%j is no address', (text) => {
    expect(canonicalEmail(text)).toBeNull();
  });

  test('a look-alike letter is another address', () => {
    expect(canonicalEmail('аdmin@x.dev')).toBe('аdmin@x.dev');
    expect(canonicalEmail('аdmin@x.dev')).not.toBe('admin@x.dev');
    expect(canonicalEmail('admin@х.dev')).toBe('admin@xn--u1a.dev');
  });

  test('at most 254 characters, 64 before the @', () => {
    const domain = `${'d'.repeat(60)}.${'e'.repeat(60)}.${'f'.repeat(60)}`;
    const fits = `${'a'.repeat(254 - domain.length - 1 - 8)}@${domain}.example`;
    expect(fits).toHaveLength(254);
    expect(canonicalEmail(fits)).toBe(fits);
    expect(canonicalEmail(`a${fits}`)).toBeNull();
    expect(canonicalEmail(`${'a'.repeat(64)}@x.dev`)).toBe(`${'a'.repeat(64)}@x.dev`);
    expect(canonicalEmail(`${'a'.repeat(65)}@x.dev`)).toBeNull();
  });

  test('a long text is answered at once', () => {
    const startedAt = performance.now();
    expect(canonicalEmail(`${'a@'.repeat(500_000)}x.dev`)).toBeNull();
    expect(canonicalEmail(`${' '.repeat(1_000_000)}@`)).toBeNull();
    expect(performance.now() - startedAt).toBeLessThan(50);
  });

  test('what it answers is its own canonical form', () => {
    for (const text of ['Admin@X.dev', 'a@BÜCHER.example', 'admin@x。dev']) {
      const email = canonicalEmail(text) ?? '';
      expect(canonicalEmail(email)).toBe(email);
    }
  });
});
