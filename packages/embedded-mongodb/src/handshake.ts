import { Long, ObjectId, Timestamp } from 'bson';
import { maxDocumentBytes } from './records';
import { maxMessageBytes } from './wire';
import type { Doc } from './values';

export const serverVersion = '8.0.0';
export const replicaSetName = 'kiosk';
const maxWireVersion = 25;
const electionId = new ObjectId('7fffffff0000000000000001');

/**
 * The hello reply of the primary of a replica set with one member. It omits topologyVersion, with which drivers would
 * wait for streamed changes instead of polling.
 */
export function hello(address: string, connectionId: number, legacy: boolean, isPrimary = true): Doc {
  return {
    ...(legacy ? { ismaster: isPrimary, helloOk: true } : { isWritablePrimary: isPrimary }),
    hosts: [address],
    setName: replicaSetName,
    setVersion: 1,
    secondary: !isPrimary,
    ...(isPrimary && { primary: address }),
    me: address,
    ...(isPrimary && { electionId }),
    maxBsonObjectSize: maxDocumentBytes,
    maxMessageSizeBytes: maxMessageBytes,
    maxWriteBatchSize: 100_000,
    localTime: new Date(),
    logicalSessionTimeoutMinutes: 30,
    connectionId,
    minWireVersion: 0,
    maxWireVersion,
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
    version: serverVersion,
    gitVersion: 'embedded',
    modules: [],
    versionArray: [8, 0, 0, 0],
    bits: 64,
    debug: false,
    maxBsonObjectSize: maxDocumentBytes,
    storageEngines: ['lmdb'],
    ok: 1,
  };
}
