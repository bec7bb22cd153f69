import { createBoundedCache } from './boundedCache';

/** What whoever caches answers must know. */
export interface KnownVersion {
  /**
   * A number that is another one after every write to the catalogue, by this process before the write is acknowledged, by any
   * other within a second. null: others may have written what is not known here yet.
   */
  readonly current: () => number | null;
  /** The same number without what others may have written: of this process's own writes it always knows. */
  readonly known: () => number;
}

/** What is cached says how much room it takes. */
interface Sized {
  readonly bytes: number;
}

/** Public answers of one kind, each true for one version of the catalogue. */
export interface Answers<T extends Sized> {
  readonly find: (question: string) => T | undefined;
  /**
   * From the cache, or made once for all who ask meanwhile. What is made as null is nobody else's: it is not cached, and those
   * who waited get null.
   */
  readonly read: (question: string, make: () => Promise<T | null>) => Promise<T | null>;
  /** For an answer that is made bit by bit: to be given it when it is whole. */
  readonly begin: (question: string) => (answer: T) => void;
}

export interface AnswerKind {
  readonly name: string;
  /** It may lack what other processes have written: only this process's own writes end it. */
  readonly mayLag?: boolean;
}

export type AnswerCache = <T extends Sized>(kind: AnswerKind) => Answers<T>;

/** For writers that nobody hears of: on a database without change streams a program that is not Kiosk's is seen after so long. */
const longestMs = 10_000;
/** While others' writes are unknown an answer is shared by those who ask within so long, which is less than the promised second. */
const unsureMs = 250;

/** The one cache of public answers; they are keyed by what is asked and by the version of the catalogue. */
export function createAnswerCache(catalogue: KnownVersion): AnswerCache {
  const cached = createBoundedCache<Sized>('publicAnswers', ({ bytes }) => bytes);
  const inFlight = new Map<string, Promise<Sized | null>>();

  const versionFor = ({ mayLag = false }: AnswerKind): string => {
    if (mayLag) return `${catalogue.known()}`;
    return `${catalogue.current() ?? `${catalogue.known()}~${Math.floor(performance.now() / unsureMs)}`}`;
  };

  return <T extends Sized>(kind: AnswerKind): Answers<T> => {
    const keyOf = (question: string) => `${versionFor(kind)} ${kind.name} ${question}`;
    const ttl = kind.mayLag ? 0 : longestMs;
    const store = (key: string, answer: T) => void cached.set(key, answer, { ttl });
    const read: Answers<T>['read'] = async (question, make) => {
      const key = keyOf(question);
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
      find: (question) => cached.get(keyOf(question)) as T | undefined,
      read,
      begin: (question) => {
        const key = keyOf(question);
        return (answer) => store(key, answer);
      },
    };
  };
}
