import { Double, Int32, Long } from 'bson';
import { readdirSync, readFileSync } from 'node:fs';
import type { Engine } from './engine';
import { serverVersion } from './handshake';
import type { Reply } from './replies';
import type { Doc } from './values';

const mebibyte = 1024 * 1024;
const maxInt32 = 0x7fffffff;

/** Process information of Linux; fields that need it are omitted on other systems. */
function readProcessInfo(file: 'status' | 'limits', pattern: RegExp): number | undefined {
  try {
    const [, found] = pattern.exec(readFileSync(`/proc/self/${file}`, 'utf8')) ?? [];
    return found === 'unlimited' ? Infinity : found === undefined ? undefined : Number(found);
  } catch {
    return undefined;
  }
}

/** The available connections are limited by the process's limit of open files. */
function availableConnections(): Doc {
  const most = readProcessInfo('limits', /^Max open files +(\S+)/m);
  if (most === undefined) return {};
  return { available: new Int32(Math.max(0, Math.min(most, maxInt32) - readdirSync('/proc/self/fd').length)) };
}

function memory(): Doc {
  const virtual = readProcessInfo('status', /^VmSize:\s+(\d+) kB/m);
  return {
    bits: new Int32(64),
    resident: new Int32(Math.round(process.memoryUsage.rss() / mebibyte)),
    ...(virtual !== undefined && { virtual: new Int32(Math.round(virtual / 1024)) }),
    supported: true,
  };
}

const readersAndWriters = (readers: number, writers: number): Doc => ({
  total: new Int32(readers + writers),
  readers: new Int32(readers),
  writers: new Int32(writers),
});

/** Only writes queue, for the single writer; reads never wait. */
function globalLock({ operations, waitingWrites }: Engine): Doc {
  const { readers, writers } = operations.counts();
  return {
    totalTime: Long.fromNumber(Math.floor(process.uptime() * 1_000_000)),
    currentQueue: readersAndWriters(0, waitingWrites),
    activeClients: readersAndWriters(readers, Math.max(0, writers - waitingWrites)),
  };
}

function extraInfo(): Doc {
  const usage = process.resourceUsage();
  return {
    note: 'fields vary by platform',
    user_time_us: Long.fromNumber(usage.userCPUTime),
    system_time_us: Long.fromNumber(usage.systemCPUTime),
    maximum_resident_set_kb: Long.fromNumber(usage.maxRSS),
    input_blocks: Long.fromNumber(usage.fsRead),
    output_blocks: Long.fromNumber(usage.fsWrite),
    page_reclaims: Long.fromNumber(usage.minorPageFault),
    page_faults: Long.fromNumber(usage.majorPageFault),
    voluntary_context_switches: Long.fromNumber(usage.voluntaryContextSwitches),
    involuntary_context_switches: Long.fromNumber(usage.involuntaryContextSwitches),
  };
}

export function serverStatus(engine: Engine): Reply {
  const seconds = Math.floor(process.uptime());
  const { connections, ...traffic } = engine.counters.toDocument();
  return {
    host: engine.address,
    version: serverVersion,
    process: 'embedded-mongodb',
    pid: Long.fromNumber(process.pid),
    uptime: new Double(seconds),
    uptimeMillis: Long.fromNumber(Math.floor(process.uptime() * 1000)),
    uptimeEstimate: Long.fromNumber(seconds),
    localTime: new Date(),
    ...traffic,
    connections: {
      ...connections,
      ...availableConnections(),
      active: new Int32(engine.operations.counts().connections),
    },
    globalLock: globalLock(engine),
    mem: memory(),
    extra_info: extraInfo(),
    storageEngine: { name: 'lmdb', persistent: true },
    ok: 1,
  };
}
