import { Int32, Long } from 'bson';
import type { Doc } from './values';

const operationNames = ['insert', 'query', 'update', 'delete', 'getmore', 'command'] as const;
type Operation = (typeof operationNames)[number];

const countedAs: Readonly<Record<string, Operation>> = {
  insert: 'insert',
  find: 'query',
  update: 'update',
  delete: 'delete',
  getMore: 'getmore',
};
/** The commands whose statements are counted individually. */
const statementFields: Readonly<Record<string, string>> = { insert: 'documents', update: 'updates', delete: 'deletes' };

/** The traffic counters of serverStatus since the start. */
export class Counters {
  private readonly operations = new Map<Operation, number>(operationNames.map((name) => [name, 0]));
  private currentConnections = 0;
  private totalConnections = 0;
  private requests = 0;
  private bytesIn = 0;
  private bytesOut = 0;
  private readonly errors = { user: 0, regular: 0 };

  /** Returns a function to call when the connection closes. */
  connected(): () => void {
    this.currentConnections++;
    this.totalConnections++;
    return () => void this.currentConnections--;
  }

  received(bytes: number): void {
    this.requests++;
    this.bytesIn += bytes;
  }

  sent(bytes: number): void {
    this.bytesOut += bytes;
  }

  command(name: string, body: Doc = {}, sequences?: ReadonlyMap<string, readonly unknown[]>): void {
    const operation = (Object.hasOwn(countedAs, name) && countedAs[name]) || 'command';
    const list = (Object.hasOwn(statementFields, name) && statementFields[name]) || '';
    const inBody = body[list];
    const statements = sequences?.get(list)?.length ?? (Array.isArray(inBody) ? inBody.length : 1);
    this.operations.set(operation, (this.operations.get(operation) ?? 0) + statements);
  }

  /** Counts refused commands or statements (user) and internal errors (regular). */
  failed(kind: 'user' | 'regular', times = 1): void {
    this.errors[kind] += times;
  }

  toDocument(): { connections: Doc; network: Doc; opcounters: Doc; asserts: Doc } {
    const zero = new Int32(0);
    return {
      connections: { current: new Int32(this.currentConnections), totalCreated: new Int32(this.totalConnections) },
      network: {
        bytesIn: Long.fromNumber(this.bytesIn),
        bytesOut: Long.fromNumber(this.bytesOut),
        numRequests: Long.fromNumber(this.requests),
      },
      opcounters: Object.fromEntries([...this.operations].map(([name, count]) => [name, Long.fromNumber(count)])),
      asserts: {
        regular: new Int32(this.errors.regular),
        warning: zero,
        msg: zero,
        user: new Int32(this.errors.user),
        tripwire: zero,
        rollovers: zero,
      },
    };
  }
}
