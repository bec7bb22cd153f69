import type { Collection, Db } from 'mongodb';

type Write = 'insertOne' | 'insertMany' | 'updateOne' | 'findOneAndUpdate' | 'deleteOne' | 'deleteMany' | 'updateMany';

interface Window {
  readonly collection: string;
  readonly write: Write;
  /** The calls, counted from 1, before which the rival runs; by default the first. */
  readonly when?: (call: number) => boolean;
}

/**
 * The database of a caller who is overtaken: before the call reaches the server, the rival has done all of its work.
 * This hits the short window between a read and the write that depends on it every time, not once in a thousand rounds.
 */
export function runBefore(
  db: Db,
  { collection, write, when = (call) => call === 1 }: Window,
  rival: () => Promise<unknown>,
): Db {
  let calls = 0;
  const overtaken = (real: Collection) =>
    new Proxy(real, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        const method = value.bind(target) as (...args: unknown[]) => unknown;
        if (name !== write) return method;
        return async (...args: unknown[]) => {
          calls += 1;
          if (when(calls)) await rival();
          return method(...args);
        };
      },
    });
  return new Proxy(db, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      const method = value.bind(target) as (...args: unknown[]) => unknown;
      if (name !== 'collection') return method;
      return (wanted: string) =>
        wanted === collection ? overtaken(target.collection(wanted)) : target.collection(wanted);
    },
  });
}
