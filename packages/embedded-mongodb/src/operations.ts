import { Int32, Long } from 'bson';
import type { Doc } from './values';

interface Operation {
  readonly number: number;
  readonly connection: number;
  readonly name: string;
  readonly namespace: string;
  readonly command: Doc;
  readonly started: number;
}

const operationKinds: Readonly<Record<string, string>> = {
  insert: 'insert',
  find: 'query',
  update: 'update',
  delete: 'remove',
  getMore: 'getmore',
};

const readCommands = new Set(['find', 'getMore', 'aggregate', 'count', 'distinct']);
const writeCommands = new Set(['insert', 'update', 'delete', 'findAndModify', 'findandmodify', 'bulkWrite']);

const sessionFields = new Set(['$clusterTime', 'lsid', '$readPreference']);

/** The running commands, as reported by currentOp. */
export class Operations {
  private readonly running = new Set<Operation>();
  private last = 0;

  /** Returns a function to call when the command has been answered. */
  begin(connection: number, name: string, command: Doc): () => void {
    const { $db: database } = command;
    const target = command[name === 'getMore' ? 'collection' : name];
    const ofNone = name === 'aggregate' ? '$cmd.aggregate' : '$cmd';
    const namespace = `${String(database)}.${typeof target === 'string' ? target : ofNone}`;
    const operation = { number: ++this.last, connection, name, namespace, command, started: performance.now() };
    this.running.add(operation);
    return () => void this.running.delete(operation);
  }

  /** The number of connections with a running command, and how many of the commands read or write documents. */
  counts(): { connections: number; readers: number; writers: number } {
    const running = [...this.running];
    const numberIn = (names: ReadonlySet<string>) => running.filter(({ name }) => names.has(name)).length;
    return {
      connections: new Set(running.map(({ connection }) => connection)).size,
      readers: numberIn(readCommands),
      writers: numberIn(writeCommands),
    };
  }

  toDocuments(host: string): Doc[] {
    const now = performance.now();
    return [...this.running].map(({ number, connection, name, namespace, command, started }): Doc => {
      const shown = Object.entries(command).filter(([field]) => !sessionFields.has(field));
      return {
        type: 'op',
        host,
        desc: `conn${connection}`,
        connectionId: new Int32(connection),
        active: true,
        currentOpTime: new Date().toISOString(),
        opid: new Int32(number),
        secs_running: Long.fromNumber(Math.floor((now - started) / 1000)),
        microsecs_running: Long.fromNumber(Math.floor((now - started) * 1000)),
        op: (Object.hasOwn(operationKinds, name) && operationKinds[name]) || 'command',
        ns: namespace,
        command: Object.fromEntries(shown),
      };
    });
  }
}
