import { medianOf, type Figures } from './measure';
import { slopeOf } from './slopeOf';

test('takes the median of the rounds, the maximum of memory and the sum of failures', () => {
  const figures: Figures = {
    ...{ answers: 10, requestsPerSecond: 5, p50: 1, p99: 2, apiMicros: 3, databaseMicros: null },
    ...{ residentMb: 80, loadShare: 0.5, failures: {} },
  };
  const rounds = [
    { ...figures, requestsPerSecond: 9 },
    { ...figures, residentMb: 90, failures: { 503: 1 } },
    { ...figures, requestsPerSecond: 6, failures: { 503: 2 } },
  ];
  expect(medianOf(rounds)).toEqual({
    ...figures,
    answers: 30,
    requestsPerSecond: 6,
    residentMb: 90,
    failures: { 503: 3 },
  });
});

test('fits a line through points and returns its slope', () => {
  expect(slopeOf([])).toBe(0);
  expect(
    slopeOf([
      [0, 1],
      [1, 3],
      [2, 3],
      [3, 5],
    ]),
  ).toBeCloseTo(1.2);
});
