import { importPlan } from './importPlan';
import type { Cells, CsvRow } from './productsCsv';
import { type RetryPause, type ImportParts, type ImportProgress, type Outcome, runImport } from './runImport';

const rowsOf = (count: number): CsvRow[] =>
  Array.from({ length: count }, (_each, index) => ({ row: index + 2, cells: { slug: `mug-${index}` } }));

describe('importPlan', () => {
  it('sends at most 100 rows at a time', () => {
    expect(importPlan(rowsOf(250)).chunks.map(({ length }) => length)).toEqual([100, 100, 50]);
  });

  it('sends at most 80 kB at a time, measured as encoded', () => {
    const big = rowsOf(9).map((each) => ({ ...each, cells: { ...each.cells, description: 'ä\n'.repeat(5000) } }));
    const { chunks } = importPlan(big);
    expect(chunks.map(({ length }) => length)).toEqual([3, 3, 3]);
    for (const chunk of chunks)
      expect(Buffer.byteLength(JSON.stringify(chunk.map(({ cells }) => cells)))).toBeLessThan(80_000);
  });

  it('separates the rows that cannot be sent and gives the reason', () => {
    const rows = [{ row: 2, cells: { name: 'Mug' }, problem: 'There are 2 cells in this row.' }, ...rowsOf(1)];
    rows.push({ row: 4, cells: { slug: 'b', description: 'x'.repeat(90_000) } } as never);
    const plan = importPlan(rows);
    expect(plan.chunks).toEqual([rowsOf(1)]);
    expect(plan.refused.map(({ row, problems }) => [row, problems[0]?.message])).toEqual([
      [2, 'There are 2 cells in this row.'],
      [4, 'This row is larger than 78 kB.'],
    ]);
  });
});

/** A server that stores the response of each idempotency key, as the real one does. */
function fakeShop(faults: (number | 'lost' | 'late')[] = []) {
  const results = new Map<string, readonly { row: number; outcome: Outcome; errors: [] }[]>();
  const applied: string[] = [];
  const keys: string[] = [];
  const send: ImportParts['send'] = async (rows: Cells[], key) => {
    keys.push(key);
    const fault = faults.shift();
    if (typeof fault === 'number') throw fault;
    if (fault === 'lost') throw new Error('no connection');
    const before = results.get(key);
    if (!before) {
      for (const { slug = '' } of rows) applied.push(slug);
      results.set(
        key,
        rows.map((_row, row) => ({ row, outcome: 'CREATED', errors: [] })),
      );
    }
    if (fault === 'late') throw new Error('the response is lost');
    return results.get(key) ?? [];
  };
  return { send, applied, keys };
}

function run(shop: ReturnType<typeof fakeShop>, rows: CsvRow[], more: Partial<ImportParts> = {}) {
  const pauses: RetryPause[] = [];
  const seen: ImportProgress[] = [];
  let number = 0;
  const result = runImport(importPlan(rows), {
    send: shop.send,
    classifyError: (error) => ({ sentence: String(error), seconds: typeof error === 'number' ? error : undefined }),
    wait: async (pause) => void pauses.push(pause),
    onProgress: (progress) => seen.push(progress),
    newKey: () => `key-${(number += 1)}`,
    isStopped: () => false,
    ...more,
  });
  return { result, pauses, seen };
}

describe('runImport', () => {
  it('reports progress after every request and counts the outcomes', async () => {
    const { result, seen } = run(fakeShop(), rowsOf(250));
    expect((await result).counts).toEqual({ CREATED: 250, UPDATED: 0, UNCHANGED: 0, REFUSED: 0 });
    expect(seen.map(({ done, total }) => `${done}/${total}`)).toEqual(['0/250', '100/250', '200/250', '250/250']);
  });

  it('waits and retries with the same idempotency key, so that no row is applied twice', async () => {
    const shop = fakeShop([7, 'lost', 'late']);
    const { result, pauses } = run(shop, rowsOf(150));
    expect((await result).counts.CREATED).toBe(150);
    expect(pauses.map(({ seconds }) => seconds)).toEqual([7, undefined, undefined]);
    expect(shop.keys).toEqual(['key-1', 'key-1', 'key-1', 'key-1', 'key-2']);
    expect(shop.applied).toHaveLength(150);
    expect(new Set(shop.applied).size).toBe(150);
  });

  it('counts a rejected request as a rejection of each of its rows, and continues', async () => {
    const shop = fakeShop([1]);
    const { result } = run(shop, rowsOf(101), { classifyError: () => ({ rejection: 'Too large.' }) });
    const { counts, refused } = await result;
    expect(counts).toEqual({ CREATED: 1, UPDATED: 0, UNCHANGED: 0, REFUSED: 100 });
    expect(refused[0]).toEqual({
      row: 2,
      cells: { slug: 'mug-0' },
      problems: [{ column: '', message: 'Too large.' }],
    });
  });

  it('stops between two requests', async () => {
    const shop = fakeShop();
    const { result } = run(shop, rowsOf(300), { isStopped: () => shop.keys.length === 1 });
    expect(await result).toMatchObject({ done: 100, total: 300 });
  });
});
