import { auditText } from './auditText';

test.each([
  [null, null],
  ['', ''],
  [24.5, '24.5'],
  [false, 'false'],
  [[], ''],
  [['Home', 'Lamps, blue'], 'Home\nLamps, blue'],
  ['<script>alert(1)</script>', '<script>alert(1)</script>'],
])('stores %j as %j', (value, text) => {
  expect(auditText(value)).toBe(text);
});

test('truncates a value to 1,000 characters and never splits a character', () => {
  expect(auditText('a'.repeat(1_000))).toBe('a'.repeat(1_000));
  expect(auditText('a'.repeat(1_001))).toBe(`${'a'.repeat(999)}…`);
  expect(auditText(`${'a'.repeat(998)}😀${'b'.repeat(10)}`)).toBe(`${'a'.repeat(998)}…`);
});
