import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { supportedTable } from './supportedOperators.fixture';

const words = (text: string) => text.replace(/-{3,}/g, '---').replace(/ +/g, ' ').trim();

test('docs/databases.md lists exactly the supported operators', () => {
  const documentation = readFileSync(join(__dirname, '../../../docs/databases.md'), 'utf8');
  const [, table = ''] = /<!-- evaluated: begin -->\n([^]*?)<!-- evaluated: end -->/.exec(documentation) ?? [];
  expect(words(table)).toBe(words(supportedTable()));
});
