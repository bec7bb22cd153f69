import { createBoundedCache } from './boundedCache';

/** The catalogue's version, as the cache needs it. */
export interface KnownVersion {
  /**
   * Changes with every write to the catalogue: with this process's own before they are acknowledged, with others'
   * within a second. null: others may have written since the last poll.
   */
  readonly current: () => number | null;
  /** As `current`, but ignoring possible writes by others; always known. */
  readonly known: () => number;
}

/** Cached values know their size. */
interface Sized {
  readonly bytes: number;
}

/** Public responses of one kind, each valid for one version of the catalogue. */
export interface Answers<T extends Sized> {
  readonly find: (requestKey: string) => T | undefined;
  /**
   * Returns the cached response, or computes it once for concurrent callers. null means not shareable: it is not
   * cached, and waiting callers get null.
   */
  readonly read: (requestKey: string, make: () => Promise<T | null>) => Promise<T | null>;
  /** For responses built incrementally: returns a function that stores the complete response. */
  readonly begin: (requestKey: string) => (answer: T) => void;
}

export interface AnswerKind {
  readonly name: string;
  /** Ignores writes of other processes: only this process's own invalidate it. */
  readonly mayLag?: boolean;
}

export type AnswerCache = <T extends Sized>(kind: AnswerKind) => Answers<T>;

/** Maximum age, for undetected writers: on a database without change streams, another program's writes are seen after this time. */
const maxMs = 10_000;
/** How long a response is shared while other processes' writes are unknown; below the promised second. */
const unsureMs = 250;

/** The only cache of public responses, keyed by request and version of the catalogue. */
export function createAnswerCache(catalogue: KnownVersion): AnswerCache {
  const cached = createBoundedCache<Sized>('publicAnswers', ({ bytes }) => bytes);
  const inFlight = new Map<string, Promise<Sized | null>>();

  const versionFor = ({ mayLag = false }: AnswerKind): string => {
    if (mayLag) return `${catalogue.known()}`;
    return `${catalogue.current() ?? `${catalogue.known()}~${Math.floor(performance.now() / unsureMs)}`}`;
  };

  return <T extends Sized>(kind: AnswerKind): Answers<T> => {
    const keyOf = (requestKey: string) => `${versionFor(kind)} ${kind.name} ${requestKey}`;
    const ttl = kind.mayLag ? 0 : maxMs;
    const store = (key: string, answer: T) => void cached.set(key, answer, { ttl });
    const read: Answers<T>['read'] = async (requestKey, make) => {
      const key = keyOf(requestKey);
      const found = cached.get(key) ?? inFlight.get(key);
      if (found) return found as T | Promise<T | null>;
      const made = make();
      inFlight.set(
        key,
        made.catch(() => null),
      );
      try {
        const answer = await made;
        if (answer) store(key, answer);
        return answer;
      } finally {
        inFlight.delete(key);
      }
    };
    return {
      find: (requestKey) => cached.get(keyOf(requestKey)) as T | undefined,
      read,
      begin: (requestKey) => {
        const key = keyOf(requestKey);
        return (answer) => store(key, answer);
      },
    };
  };
}
