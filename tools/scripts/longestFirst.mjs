import TestSequencer from '@jest/test-sequencer';

/** Without timings, as in a fresh clone, Jest starts with the largest files; these are small and take longest. */
const longest = [
  '/fuzz/graphql.test.ts',
  '/fuzz/corpora.test.ts',
  '/npmSignals.test.ts',
  '/resilience/purchases.test.ts',
  '/shutdown.test.ts',
  '/fuzz/rest.test.ts',
  '/durability.test.ts',
  '/driveCheckout.property.test.ts',
  '/access.test.ts',
  '/interruptedWork.test.ts',
  '/searchBudget.test.ts',
];

function rank({ path }) {
  const place = longest.findIndex((name) => path.endsWith(name));
  return place < 0 ? longest.length : place;
}

export default class LongestFirst extends TestSequencer {
  async sort(tests) {
    return [...(await super.sort(tests))].sort((a, b) => rank(a) - rank(b));
  }
}
