import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const program = join(__dirname, 'handOut.fixture.ts');
const rounds = process.env['KIOSK_LONG'] ? 12 : 6;

async function handOut(end: 'retire' | 'kill' | 'killWithoutWorkaround') {
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', program, end, String(rounds)]);
  return JSON.parse(stdout) as { answered: number; reset: number; unanswered: number; errors: string[] };
}

jest.setTimeout(120_000);

test('a process that crashes leaves no connection open without an answer', async () => {
  const { answered, unanswered } = await handOut('kill');
  expect(answered).toBeGreaterThan(100);
  expect(unanswered).toBe(0);
});

test('still needed: plain Node leaves connections of crashed processes open and unanswered', async () => {
  const { unanswered } = await handOut('killWithoutWorkaround');
  expect(unanswered).toBeGreaterThan(0);
});

test('connections that a retiring process no longer accepts are handed to another process', async () => {
  const { answered, ...troubles } = await handOut('retire');
  expect(answered).toBeGreaterThan(100);
  expect(troubles).toEqual({ reset: 0, unanswered: 0, errors: [] });
});
