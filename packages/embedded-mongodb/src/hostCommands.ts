import { Int32, Long } from 'bson';
import os from 'node:os';
import type { CommandRequest, Engine } from './engine';
import { MongoServerError } from './errors';
import { compileFilter, matches } from './matcher';
import type { Reply } from './replies';
import type { Doc } from './values';

const mebibyte = 1024 * 1024;

export function hostInfo(): Reply {
  const cores = os.cpus().length;
  const memory = Long.fromNumber(Math.floor(os.totalmem() / mebibyte));
  const limit = Math.floor(Math.min(process.constrainedMemory() || Infinity, os.totalmem()) / mebibyte);
  return {
    system: {
      currentTime: new Date(),
      hostname: os.hostname(),
      cpuAddrSize: new Int32(64),
      memSizeMB: memory,
      memLimitMB: Long.fromNumber(limit),
      numCores: new Int32(cores),
      cpuArch: os.machine(),
      numaEnabled: false,
    },
    os: { type: os.type(), name: os.platform(), version: os.release() },
    extra: {},
    ok: 1,
  };
}

/** The currentOp command: the running operations, including itself. */
export function currentOp(engine: Engine, { body, database }: CommandRequest): Reply {
  if (database !== 'admin')
    throw new MongoServerError('Unauthorized', 'currentOp may only be run against the admin database.');
  const isOption = (name: string) =>
    name === 'currentOp' || name === '$all' || name === '$ownOps' || commonOptions.has(name);
  const filter = Object.fromEntries(Object.entries(body).filter(([name]) => !isOption(name)));
  const condition = compileFilter(filter);
  const inprog = engine.operations.toDocuments(engine.address).filter((operation) => matches(condition, operation));
  return { inprog, ok: 1 };
}

/** Arguments that every command accepts. */
const commonOptions = new Set([
  '$db',
  'lsid',
  '$clusterTime',
  '$readPreference',
  'comment',
  'maxTimeMS',
  'readConcern',
  'apiVersion',
]);

const currentOpOptions = new Set([
  'allUsers',
  'idleConnections',
  'idleCursors',
  'idleSessions',
  'localOps',
  'backtrace',
  'truncateOps',
  'targetAllNodes',
]);

/** The documents of a $currentOp stage. */
export function currentOpDocuments(engine: Engine, database: string, options: Doc): Doc[] {
  if (database !== 'admin')
    throw new MongoServerError(
      'InvalidNamespace',
      "$currentOp must be run against the 'admin' database with {aggregate: 1}",
    );
  for (const [name, value] of Object.entries(options)) {
    if (!currentOpOptions.has(name))
      throw new MongoServerError('FailedToParse', `Unrecognized option '${name}' in $currentOp stage.`);
    if (typeof value !== 'boolean')
      throw new MongoServerError(
        'FailedToParse',
        `The '${name}' parameter of the $currentOp stage must be a boolean value`,
      );
  }
  return engine.operations.toDocuments(engine.address);
}
