import { auditText } from './auditText';

test.each([
  [null, null],
  ['', ''],
  [24.5, '24.5'],
  [false, 'false'],
  [[], ''],
  [['Home', 'Lamps, blue'], 'Home\nLamps, blue'],
  ['<script>alert(1)</script>', '<script>alert(1)</script>'],
])('%j is kept as %j', (value, text) => {
  expect(auditText(value)).toBe(text);
});

test('a value of more than 1,000 characters is cut, and never inside of one', () => {
  expect(auditText('a'.repeat(1_000))).toBe('a'.repeat(1_000));
  expect(auditText('a'.repeat(1_001))).toBe(`${'a'.repeat(999)}…`);
  expect(auditText(`${'a'.repeat(998)}😀${'b'.repeat(10)}`)).toBe(`${'a'.repeat(998)}…`);
});
