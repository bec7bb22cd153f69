import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const program = join(__dirname, 'handOut.fixture.ts');

async function handOut(end: 'retire' | 'kill' | 'killWithoutWorkaround') {
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', program, end]);
  return JSON.parse(stdout) as { answered: number; reset: number; unanswered: number; errors: string[] };
}

jest.setTimeout(120_000);

test('a process that dies leaves no connection unanswered and open', async () => {
  const { answered, unanswered } = await handOut('kill');
  expect(answered).toBeGreaterThan(100);
  expect(unanswered).toBe(0);
});

test('still needed: Node alone leaves connections of processes that die unanswered and open', async () => {
  const { unanswered } = await handOut('killWithoutWorkaround');
  expect(unanswered).toBeGreaterThan(0);
});

test('what a process that retires does not take any more is handed to another', async () => {
  const { answered, ...troubles } = await handOut('retire');
  expect(answered).toBeGreaterThan(100);
  expect(troubles).toEqual({ reset: 0, unanswered: 0, errors: [] });
});
