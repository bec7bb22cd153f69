import type { Collection, Db } from 'mongodb';

type Write = 'insertOne' | 'insertMany' | 'updateOne' | 'findOneAndUpdate' | 'deleteOne' | 'deleteMany' | 'updateMany';

interface Window {
  readonly collection: string;
  readonly write: Write;
  /** Before which of the calls, counted from 1; without it before the first. */
  readonly when?: (call: number) => boolean;
}

/**
 * The database as one caller sees it who is overtaken: before the call reaches the server, the rival has done all of its
 * work. So the narrow moment between a look and the write that follows is met every time, not once in a thousand rounds.
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
