import { EJSON } from 'bson';
import fc from 'fast-check';
import { accumulators } from './accumulators';
import { firstStages, stageNames } from './aggregationStages';
import { anyExpressionCase } from './expressionCases';
import { operatorFamilies } from './expressions/compile';
import { orderedAccumulators, anyStageCase } from './stageCases';

const fixedSeed = 20261128;
const namesIn = (value: unknown): string[] =>
  EJSON.stringify(value, { relaxed: false }).match(/(?<=")\$[a-zA-Z0-9]+(?=":)/g) ?? [];

test('the generated expressions include every supported operator', () => {
  const asked = new Set(
    fc.sample(anyExpressionCase, { numRuns: 1500, seed: fixedSeed }).flatMap(({ expression }) => namesIn(expression)),
  );
  const evaluated = Object.values(operatorFamilies).flatMap((family) => Object.keys(family));
  expect(evaluated.filter((name) => !asked.has(name))).toEqual([]);
});

test('the generated pipelines include every accumulator and every stage', () => {
  const pipelines = fc.sample(anyStageCase, { numRuns: 800, seed: fixedSeed }).map(({ pipeline }) => pipeline);
  const stages = new Set(pipelines.flat().flatMap((stage) => Object.keys(stage)));
  const columns = new Set(
    pipelines.flat().flatMap((stage) => namesIn([stage['$group'] ?? {}, (stage['$bucket'] as object) ?? {}])),
  );
  expect([...stageNames, ...firstStages, '$merge', '$out'].filter((name) => !stages.has(name))).toEqual([]);
  expect([...Object.keys(accumulators), ...orderedAccumulators].filter((name) => !columns.has(name))).toEqual([]);
});
