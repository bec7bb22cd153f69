import { ACCUMULATORS } from './accumulators';
import { FIRST_STAGES, stageNames } from './aggregationStages';
import { FAMILIES } from './expressions/compile';

const OUTPUTS = ['$merge', '$out'];
const ORDERED = ['$bottom', '$bottomN', '$top', '$topN'];

const cell = (names: readonly string[]) =>
  [...names]
    .sort()
    .map((name) => `\`${name}\``)
    .join(' ');

/** The table in docs/databases.md. */
export function provenTable(): string {
  const families = Object.entries(FAMILIES).map(
    ([family, operators]) => [`expressions: ${family}`, Object.keys(operators)] as const,
  );
  const rows = [
    ['stages', [...stageNames, ...FIRST_STAGES, ...OUTPUTS]] as const,
    ['accumulators of `$group` and `$bucket`', [...Object.keys(ACCUMULATORS), ...ORDERED]] as const,
    ...families,
  ];
  return [
    '| Family | Evaluated |',
    '| --- | --- |',
    ...rows.map(([family, names]) => `| ${family} | ${cell(names)} |`),
  ].join('\n');
}
