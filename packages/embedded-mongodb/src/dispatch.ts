import { Double } from 'bson';
import { statfsSync } from 'node:fs';
import { aggregate } from './aggregate';
import { handshakeCommands, type Authentication } from './authentication';
import { bulkWrite } from './bulkWriteCommand';
import * as catalogCommands from './catalogCommands';
import type { CommandRequest, Engine } from './engine';
import { MongoServerError } from './errors';
import { explain } from './explain';
import { reorderedFields } from './fieldOrder';
import { ConnectionCut, FailPointError } from './failPoints';
import { buildInfo, hello } from './handshake';
import { currentOp, hostInfo } from './hostCommands';
import * as readCommands from './readCommands';
import { renameCollection } from './renameCollection';
import type { Reply } from './replies';
import { serverStatus } from './serverStatus';
import { collStats, dbStats } from './statisticsCommands';
import { DamagedRecordError } from './store';
import { encode, isDocument, type Doc } from './values';
import type { WireRequest } from './wire';
import * as writeCommands from './writeCommands';

/** The connection state that commands can access. */
export interface ConnectionInfo {
  address: string;
  id: number;
  authentication: Authentication;
}

type Handler = (engine: Engine, request: CommandRequest, connection: ConnectionInfo) => Reply | Promise<Reply>;

const done: Handler = () => ({ ok: 1 });
const greet =
  (legacy: boolean): Handler =>
  (engine, { body }, { address, id, authentication }) => ({
    ...hello(address, id, legacy, isPrimary(engine)),
    ...authentication.handshake(body),
  });
const isMaster = greet(true);
const isPrimary = ({ failPoints }: Engine) => failPoints?.isPrimary ?? true;

const handlers: Readonly<Record<string, Handler>> = {
  hello: greet(false),
  isMaster,
  ismaster: isMaster,
  saslStart: (_engine, { body, database }, { authentication }) => authentication.start(body, database),
  saslContinue: (_engine, { body }, { authentication }) => authentication.continue(body),
  authenticate: (_engine, { body }, { authentication }) => authentication.authenticate(body),
  logout: (_engine, _request, { authentication }) => authentication.logout(),
  ping: done,
  endSessions: (engine, { body }) => {
    engine.endSessions(body['endSessions']);
    return { ok: 1 };
  },
  refreshSessions: done,
  killSessions: done,
  buildInfo: () => buildInfo(),
  buildinfo: () => buildInfo(),
  getParameter: () => ({ featureCompatibilityVersion: { version: '8.0' }, ok: 1 }),
  getLog: () => ({ totalLinesWritten: 0, log: [], ok: 1 }),
  getCmdLineOpts: () => ({ argv: [], parsed: {}, ok: 1 }),
  connectionStatus: (_engine, { body }, { authentication }) => authentication.status(body),
  whatsmyuri: () => ({ you: '127.0.0.1:0', ok: 1 }),
  serverStatus,
  hostInfo,
  currentOp,
  dbStats,
  dbstats: dbStats,
  collStats,
  collstats: collStats,
  renameCollection,
  insert: writeCommands.insert,
  update: writeCommands.update,
  delete: writeCommands.deleteDocuments,
  bulkWrite,
  findAndModify: writeCommands.findAndModify,
  findandmodify: writeCommands.findAndModify,
  find: readCommands.find,
  getMore: readCommands.getMore,
  killCursors: readCommands.killCursors,
  count: readCommands.count,
  distinct: readCommands.distinct,
  aggregate,
  explain,
  create: catalogCommands.create,
  drop: catalogCommands.drop,
  dropDatabase: catalogCommands.dropDatabase,
  listCollections: catalogCommands.listCollections,
  listDatabases: catalogCommands.listDatabases,
  listIndexes: catalogCommands.listIndexes,
  createIndexes: catalogCommands.createIndexes,
  dropIndexes: catalogCommands.dropIndexes,
};

export const commandNames: readonly string[] = Object.keys(handlers);

function refuseTransaction(name: string, body: Doc): void {
  if (body['autocommit'] === false) {
    // Not IllegalOperation with 'Transaction numbers', which drivers replace by a message about retryable writes.
    throw new MongoServerError(
      'OperationNotSupportedInTransaction',
      `Cannot run '${name}' in a multi-document transaction: the embedded database has none; each write of one document is atomic by itself`,
    );
  }
}

/** Frequent commands without data access: they never wait for a write. */
const connectionCommands = new Set([...handshakeCommands, 'ping', 'endSessions', 'buildInfo', 'connectionStatus']);

/**
 * Whether the command requests a snapshot read; drivers send the read concern with every command of a snapshot session.
 */
function requestsSnapshot({ name, body }: CommandRequest): boolean {
  const concern = body['readConcern'];
  if (!isDocument(concern) || concern['level'] !== 'snapshot') return false;
  if (name === 'getMore' || name === 'killCursors' || connectionCommands.has(name)) return false;
  const pipeline: unknown = body['pipeline'];
  const last: unknown = Array.isArray(pipeline) ? pipeline.at(-1) : undefined;
  const writes = isDocument(last) && ('$out' in last || '$merge' in last);
  if ((name === 'find' || name === 'aggregate' || name === 'distinct') && !writes) return true;
  throw new MongoServerError(
    'InvalidOptions',
    `Command ${name} does not support { readConcern: { level: "snapshot" } }`,
  );
}

/** Encodes a reply; MongoDB's `ok` is a double. */
const bytesOf = (reply: Reply): Uint8Array =>
  reply instanceof Uint8Array ? reply : encode({ ...reply, ok: new Double(Number(reply['ok'])) });

async function handle(engine: Engine, name: string, wire: WireRequest, connection: ConnectionInfo): Promise<Reply> {
  connection.authentication.requireAuthentication(name);
  if (name === 'configureFailPoint' && engine.failPoints) return engine.failPoints.configure(wire.command);
  if (name === 'replSetStepDown' && engine.failPoints) return engine.failPoints.stepDown(wire.command);
  if (wire.isReordered) throw reorderedFields();
  refuseTransaction(name, wire.command);
  const handler = Object.hasOwn(handlers, name) ? handlers[name] : undefined;
  if (!handler) throw new MongoServerError('CommandNotFound', `no such command: '${name}'`);
  const failure = await engine.failPoints?.check(name);
  if (name !== 'insert' && !connectionCommands.has(name)) await engine.startRead();
  const database = typeof wire.command['$db'] === 'string' ? wire.command['$db'] : 'admin';
  const request: CommandRequest = { name, database, body: wire.command, sequences: wire.sequences };
  const reader = requestsSnapshot(request) ? await engine.asOf(request) : engine;
  const reply = await handler(reader, request, connection);
  if (!failure?.writeConcernError || reply instanceof Uint8Array) return reply;
  return { ...reply, writeConcernError: failure.writeConcernError };
}

/** Below this free space a failed commit counts as a full disk. */
const minFreeBytes = 64 * 1024 * 1024;

function isDiskFull(error: unknown, folder: string): boolean {
  if (!(error instanceof Error)) return false;
  if (/MDB_MAP_FULL|ENOSPC|No space left/i.test(error.message)) return true;
  // LMDB reports this error if only part of a page was written.
  if (!/Input\/output error/.test(error.message)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < minFreeBytes;
}

/** Nesting beyond the stack depth; up to that, documents may be deeper than MongoDB's limit of 200. */
const isTooDeep = (error: unknown): boolean =>
  error instanceof RangeError && error.message === 'Maximum call stack size exceeded';

const retryableCodes: ReadonlySet<string> = new Set(['InterruptedAtShutdown', 'NotWritablePrimary']);

function errorReply(error: unknown, command: Doc, folder: string): Doc {
  if (error instanceof MongoServerError) {
    const mayBeRetried = retryableCodes.has(error.codeName) && command['txnNumber'] !== undefined;
    const labels = mayBeRetried ? { errorLabels: ['RetryableWriteError'] } : {};
    return { ok: 0, errmsg: error.message, code: error.code, codeName: error.codeName, ...error.details, ...labels };
  }
  if (error instanceof FailPointError) return error.reply;
  if (isTooDeep(error))
    return { ok: 0, errmsg: 'Document exceeds maximum nested object depth', code: 15, codeName: 'Overflow' };
  const message = error instanceof Error ? error.message : String(error);
  if (isDiskFull(error, folder))
    return { ok: 0, errmsg: `the disk is full: ${message}`, code: 14031, codeName: 'OutOfDiskSpace' };
  const stack = error instanceof DamagedRecordError ? '' : (error instanceof Error && error.stack) || '';
  process.stderr.write(`embedded-mongodb: ${message} ${stack}\n`);
  return { ok: 0, errmsg: message, code: 1, codeName: 'InternalError' };
}

function writeErrorsOf(reply: Reply): number {
  const errors = reply instanceof Uint8Array ? undefined : reply['writeErrors'];
  return Array.isArray(errors) ? errors.length : 0;
}

export async function dispatch(engine: Engine, wire: WireRequest, connection: ConnectionInfo): Promise<Uint8Array> {
  const name = Object.keys(wire.command)[0] ?? '';
  engine.counters.command(name, wire.command, wire.sequences);
  const done = engine.operations.begin(connection.id, name, wire.command);
  let reply: Reply;
  try {
    reply = await handle(engine, name, wire, connection);
    engine.counters.failed('user', writeErrorsOf(reply));
  } catch (error) {
    if (error instanceof ConnectionCut) throw error;
    engine.counters.failed(error instanceof MongoServerError ? 'user' : 'regular');
    reply = errorReply(error, wire.command, engine.path);
  } finally {
    done();
  }
  return bytesOf(reply);
}
