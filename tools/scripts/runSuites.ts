import { spawn } from 'node:child_process';
import { relative, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** A message of fileReporter.mjs; without a result the file has started. */
interface Told {
  readonly path: string;
  readonly result?: {
    readonly message: string;
    readonly cases: readonly { readonly status: string; readonly fullName: string }[];
  };
}

export interface SuiteOutcome {
  readonly file: string;
  readonly seconds: number;
  readonly passed: number;
  /** Names of failed tests, or why the file did not finish. */
  readonly failed: readonly string[];
  /** Failed tests that are listed as expected failures. */
  readonly known: readonly string[];
  readonly leftOut: readonly string[];
  /** Listed tests that passed. */
  readonly mended: readonly string[];
  /** The failure messages. */
  readonly words: readonly string[];
}

interface SuiteOptions {
  readonly environment: Readonly<Record<string, string>>;
  /** The time limit for each file. */
  readonly withinMs: number;
  /** The deadline for starting or waiting, by performance.now(). */
  readonly until: number;
  /** Names of tests that may fail. */
  readonly listed: readonly string[];
  /** By default the shop's own. */
  readonly jestConfig?: string;
  readonly onOutcome: (outcome: SuiteOutcome) => void;
  /** Receives the standard error of the tests. */
  readonly onLine?: (line: string) => void;
}

const lastLines = 60;
const startWithinMs = 120_000;
const exitWithinMs = 10_000;
const reporter = `--reporters=${resolve('tools', 'scripts', 'fileReporter.mjs')}`;
const runner = ['node_modules/.bin/jest', '--runInBand', '--testTimeout=180000', '--forceExit', '--silent', reporter];

/**
 * Runs test files one after the other in one process, as starting a process takes longer than most files. A file that
 * hangs or ends the process has failed, and the next files get a new process.
 */
export async function runSuites(files: readonly string[], options: SuiteOptions): Promise<SuiteOutcome[]> {
  const outcomes: SuiteOutcome[] = [];
  const add = (outcome: SuiteOutcome) => {
    outcomes.push(outcome);
    options.onOutcome(outcome);
  };
  const isLeft = (file: string) => outcomes.every((outcome) => outcome.file !== file);
  for (let left = files; left.length > 0; left = left.filter(isLeft)) {
    if (performance.now() >= options.until) {
      for (const file of left) add(failureOf(file, 'no time was left for it', 0, []));
    } else {
      const broken = await runProcess(left, options, add);
      if (broken !== null) add(broken);
    }
  }
  return outcomes;
}

/** Returns null when every file has finished. */
async function runProcess(
  files: readonly string[],
  { environment, withinMs, until, listed, jestConfig = 'jest.config.mjs', onLine = () => undefined }: SuiteOptions,
  onOutcome: (outcome: SuiteOutcome) => void,
): Promise<SuiteOutcome | null> {
  const child = spawn(process.execPath, [...runner, `--config=${jestConfig}`, '--runTestsByPath', ...files], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    // A group of its own: processes that a killed test has left would keep the pipes open.
    detached: true,
    env: { ...process.env, NODE_ENV: 'test', ...environment },
  });
  let said: string[] = [];
  createInterface({ input: child.stderr as Readable }).on('line', (line) => {
    said = [...said, line].slice(-lastLines);
    onLine(line);
  });
  let [current, startedAt, reason] = [files[0] ?? '', performance.now(), 'its process ended'];
  const left = new Set(files);
  const killGroup = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // All of it has ended.
    }
  };
  process.once('exit', killGroup);
  const end = () => {
    reason = 'it did not end in time';
    killGroup();
  };
  let timer = setTimeout(end, Math.min(startWithinMs, until - performance.now()));
  const seconds = () => (performance.now() - startedAt) / 1_000;
  const pipe = child.stdio[3] as Readable;
  createInterface({ input: pipe }).on('line', (line) => {
    const { path, result } = JSON.parse(line) as Told;
    clearTimeout(timer);
    const file = relative(process.cwd(), path);
    if (result) {
      left.delete(file);
      onOutcome(judge(file, seconds(), result, listed));
    } else [current, startedAt] = [file, performance.now()];
    timer = setTimeout(end, left.size === 0 ? exitWithinMs : Math.min(withinMs, until - performance.now()));
  });
  await new Promise((resolve, reject) => child.once('close', resolve).once('error', reject));
  process.removeListener('exit', killGroup);
  clearTimeout(timer);
  if (left.size === 0) return null;
  const file = left.has(current) ? current : ([...left][0] ?? '');
  return failureOf(file, reason, seconds(), said);
}

function failureOf(file: string, reason: string, seconds: number, words: readonly string[]): SuiteOutcome {
  return { file, seconds, passed: 0, failed: [`${file}: ${reason}`], known: [], leftOut: [], mended: [], words };
}

function judge(
  file: string,
  seconds: number,
  { message, cases }: NonNullable<Told['result']>,
  listed: readonly string[],
): SuiteOutcome {
  const of = (status: string) => cases.filter((each) => each.status === status).map(({ fullName }) => fullName);
  const isListed = (test: string) => listed.includes(test);
  const failed = of('failed');
  const lines = message.trim().split('\n');
  const broken = message !== '' && failed.length === 0 ? [`${file}: ${lines.slice(0, 3).join(' ')}`] : [];
  return {
    file,
    seconds,
    passed: of('passed').length,
    failed: [...failed.filter((test) => !isListed(test)), ...broken],
    known: failed.filter(isListed),
    leftOut: of('pending'),
    mended: of('passed').filter(isListed),
    words: lines.slice(0, lastLines),
  };
}
