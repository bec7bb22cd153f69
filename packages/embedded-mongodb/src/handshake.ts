import { Long, ObjectId, Timestamp } from 'bson';
import { MAX_DOCUMENT_BYTES } from './records';
import { MAX_MESSAGE_BYTES } from './wire';
import type { Doc } from './values';

export const SERVER_VERSION = '8.0.0';
export const REPLICA_SET = 'kiosk';
const MAX_WIRE_VERSION = 25;
const ELECTION = new ObjectId('7fffffff0000000000000001');

/**
 * The answer a primary of a replica set with one member gives. Without topologyVersion, because drivers that see one wait for
 * changes that never come; without it they ask now and then.
 */
export function hello(address: string, connectionId: number, legacy: boolean, isPrimary = true): Doc {
  return {
    ...(legacy ? { ismaster: isPrimary, helloOk: true } : { isWritablePrimary: isPrimary }),
    hosts: [address],
    setName: REPLICA_SET,
    setVersion: 1,
    secondary: !isPrimary,
    ...(isPrimary && { primary: address }),
    me: address,
    ...(isPrimary && { electionId: ELECTION }),
    maxBsonObjectSize: MAX_DOCUMENT_BYTES,
    maxMessageSizeBytes: MAX_MESSAGE_BYTES,
    maxWriteBatchSize: 100_000,
    localTime: new Date(),
    logicalSessionTimeoutMinutes: 30,
    connectionId,
    minWireVersion: 0,
    maxWireVersion: MAX_WIRE_VERSION,
    readOnly: false,
    lastWrite: {
      opTime: { ts: new Timestamp({ t: Math.floor(Date.now() / 1000), i: 1 }), t: Long.ONE },
      lastWriteDate: new Date(),
    },
    ok: 1,
  };
}

export function buildInfo(): Doc {
  return {
    version: SERVER_VERSION,
    gitVersion: 'embedded',
    modules: [],
    versionArray: [8, 0, 0, 0],
    bits: 64,
    debug: false,
    maxBsonObjectSize: MAX_DOCUMENT_BYTES,
    storageEngines: ['lmdb'],
    ok: 1,
  };
}
