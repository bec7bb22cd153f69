import { readFileSync } from 'node:fs';
import { light } from '../../client/theme/palette';
import { sheet } from '../../server/mail/styles';
// @ts-expect-error -- a plain script without types
import { brandFiles } from './brandFiles.mjs';

const filesOf = brandFiles as (palette: typeof light) => Record<string, string>;

test.each(Object.entries(filesOf(light)))('%s is what node tools/scripts/draw-icons.mjs writes', (file, content) => {
  expect(readFileSync(file, 'utf8')).toBe(content);
});

test('another brand colour reaches the window, the manifest and the mark', () => {
  const files = filesOf({ ...light, brand: { ...light.brand, main: '#123456' } });
  expect(Object.keys(files)).toHaveLength(3);
  for (const [file, content] of Object.entries(files))
    expect([file, content]).toEqual([file, expect.stringContaining('#123456')]);
});

test('the mails have no colours of their own: npm run codegen hands them the palette', () => {
  expect(readFileSync('server/mail/styles.ts', 'utf8')).not.toMatch(/#[\da-f]{3,8}\b|rgb/i);
  expect(sheet).toContain(`background-color:${light.primary.main}`);
});
