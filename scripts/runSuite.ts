import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';

interface JestReport {
  testResults: { message: string; assertionResults: { status: string; fullName: string }[] }[];
}

export interface SuiteOutcome {
  readonly passed: number;
  /** Names of cases, or why the file did not get as far. */
  readonly failed: readonly string[];
  /** Cases that failed as the list of expected failures says. */
  readonly known: readonly string[];
  readonly leftOut: readonly string[];
  /** Listed cases that passed. */
  readonly mended: readonly string[];
  /** The last lines of what it said. */
  readonly words: readonly string[];
}

const lastLines = 60;
const options = ['--runInBand', '--testTimeout=180000', '--forceExit', '--silent', '--json'];

function didNotEnd(reason: string, words: readonly string[]): SuiteOutcome {
  return { passed: 0, failed: [reason], known: [], leftOut: [], mended: [], words };
}

/** One test file in a process of its own; `listed` are the names of cases that may fail. */
export async function runSuite(
  file: string,
  {
    reportFile,
    withinMs,
    environment,
    listed,
  }: {
    readonly reportFile: string;
    readonly withinMs: number;
    readonly environment: Readonly<Record<string, string>>;
    readonly listed: readonly string[];
  },
): Promise<SuiteOutcome> {
  rmSync(reportFile, { force: true });
  const child = spawn(
    'node',
    ['node_modules/.bin/jest', ...options, `--outputFile=${reportFile}`, '--runTestsByPath', file],
    { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, NODE_ENV: 'test', ...environment } },
  );
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-100_000)));
  const timer = setTimeout(() => child.kill('SIGKILL'), withinMs);
  await new Promise((resolve, reject) => child.once('close', resolve).once('error', reject));
  clearTimeout(timer);
  const words = said.trimEnd().split('\n').slice(-lastLines);
  if (!existsSync(reportFile)) return didNotEnd(`${file}: it did not end within ${withinMs / 60_000} minutes`, words);
  return { ...judge(file, JSON.parse(readFileSync(reportFile, 'utf8')) as JestReport, listed), words };
}

function judge(file: string, { testResults }: JestReport, listed: readonly string[]): Omit<SuiteOutcome, 'words'> {
  const cases = testResults.flatMap(({ assertionResults }) => assertionResults);
  const of = (status: string) => cases.filter((each) => each.status === status).map(({ fullName }) => fullName);
  const isListed = (test: string) => listed.includes(test);
  const broken = testResults
    .filter(
      ({ message, assertionResults }) => message !== '' && !assertionResults.some(({ status }) => status === 'failed'),
    )
    .map(({ message }) => `${file}: ${message.trim().split('\n').slice(0, 3).join(' ')}`);
  return {
    passed: of('passed').length,
    failed: [...of('failed').filter((test) => !isListed(test)), ...broken],
    known: of('failed').filter(isListed),
    leftOut: of('pending'),
    mended: of('passed').filter(isListed),
  };
}
