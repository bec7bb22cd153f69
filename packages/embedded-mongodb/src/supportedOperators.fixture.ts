import { accumulators } from './accumulators';
import { firstStages, stageNames } from './aggregationStages';
import { operatorFamilies } from './expressions/compile';

const outputOperators = ['$merge', '$out'];
const orderedOperators = ['$bottom', '$bottomN', '$top', '$topN'];

const cell = (names: readonly string[]) =>
  [...names]
    .sort()
    .map((name) => `\`${name}\``)
    .join(' ');

/** The table of supported operators in docs/databases.md. */
export function supportedTable(): string {
  const families = Object.entries(operatorFamilies).map(
    ([family, operators]) => [`expressions: ${family}`, Object.keys(operators)] as const,
  );
  const rows = [
    ['stages', [...stageNames, ...firstStages, ...outputOperators]] as const,
    ['accumulators of `$group` and `$bucket`', [...Object.keys(accumulators), ...orderedOperators]] as const,
    ...families,
  ];
  return [
    '| Family | Evaluated |',
    '| --- | --- |',
    ...rows.map(([family, names]) => `| ${family} | ${cell(names)} |`),
  ].join('\n');
}
