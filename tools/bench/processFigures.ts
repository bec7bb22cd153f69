import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { processTree } from '../../server/testing/runningShop';

/** Linux counts processor time in hundredths of a second. */
const ticksPerSecond = 100;

/** The processor time of a process and all its threads so far, in microseconds. */
export function cpuMicros(pid: number): number {
  // The command in parentheses may contain spaces; the fields after it do not.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return ((Number(fields[11]) + Number(fields[12])) * 1_000_000) / ticksPerSecond;
}

/** Resident memory in MB. */
export function residentMb(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1_024;
}

/** The server runs on the first processor, the load on the second. */
const serverCore = 0;
const loadCore = 1;

/** With one processor server and load share it. */
export const hasTwoCores = cpus().length > 1;

/** Moves a process with all its threads. */
function moveTo(core: number, pid: number): void {
  const { status } = spawnSync('taskset', ['-acp', String(core), String(pid)], { stdio: 'ignore' });
  if (status !== 0) throw new Error('taskset does not work: the measurements need it to keep server and load apart');
}

/** Runs a command on every processor, whatever this process is bound to. */
export function onEveryCore(command: string, args: readonly string[]): [command: string, args: readonly string[]] {
  return hasTwoCores ? ['taskset', ['-c', `0-${cpus().length - 1}`, command, ...args]] : [command, args];
}

/** The descendant process that runs the program, not a shell that started it; null if there is none. */
export function processRunning(program: string, root: number): number | null {
  return processTree(root).findLast((pid) => argumentsOf(pid).some((argument) => argument.endsWith(program))) ?? null;
}

/** Empty for a process that has ended. */
function argumentsOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

/** Moves a process off the server's processor. */
export function moveAside(pid: number): void {
  if (hasTwoCores) moveTo(loadCore, pid);
}

export const moveLoadAside = (): void => moveAside(process.pid);

export function moveToServerCore(pid: number): void {
  if (hasTwoCores) moveTo(serverCore, pid);
}
