import { hashOf } from '../text/hash';

/** What a cache keeps must say how much room it takes. */
interface Sized {
  readonly bytes: number;
}

interface Kept<Answer> {
  readonly answer: Answer;
  readonly at: number;
}

interface UnderWay<Answer> {
  readonly answer: Promise<Answer | null>;
  readonly begunAt: number;
  isAskedAgain: boolean;
}

export interface ReadCache<Answer> {
  /** null: nobody has it, or it is too old. */
  readonly find: (key: string, version: number) => Answer | null;
  /** What somebody else is computing just now: null when nothing is to be had of it after all. */
  readonly awaited: (key: string, version: number) => Promise<Answer | null> | undefined;
  /** To be told the answer once, or null when there is none to keep; what is told after that does not count. */
  readonly begin: (key: string, version: number) => (answer: Answer | null) => void;
}

/** As many keys that were asked are remembered, by four bytes each; of those that meet in one place the last. */
const remembered = 16_384;

/** Each key in UTF-16, the map's own room and the lists of headers, counted on the safe side. */
const overheadBytes = 2_048;

/**
 * Answers of one version of what they were made of; with the next version all are gone. The longest unused go first.
 * `longestMs` is for writers that nobody hears of; what was begun more than `joinWithinMs` ago is not waited for. What is asked for
 * the first time is not kept: most of that never comes again, and would drive out what does and keep the garbage collector busy.
 */
export function createReadCache<Answer extends Sized>({
  mostBytes,
  longestMs,
  joinWithinMs = Infinity,
}: {
  mostBytes: number;
  longestMs: number;
  joinWithinMs?: number;
}): ReadCache<Answer> {
  let current = 0;
  let bytes = 0;
  let kept = new Map<string, Kept<Answer>>();
  let underWay = new Map<string, UnderWay<Answer>>();
  const wasAskedBefore = createMemory();

  const sizeOf = (key: string, { bytes: own }: Answer) => own + 2 * key.length + overheadBytes;

  function turnTo(version: number): void {
    if (version === current) return;
    [current, bytes, kept, underWay] = [version, 0, new Map(), new Map()];
  }

  function remove(key: string, { answer }: Kept<Answer>): void {
    kept.delete(key);
    bytes -= sizeOf(key, answer);
  }

  function keep(key: string, answer: Answer): void {
    const known = kept.get(key);
    if (known) remove(key, known);
    kept.set(key, { answer, at: performance.now() });
    bytes += sizeOf(key, answer);
    for (const [oldest, entry] of kept) {
      if (bytes <= mostBytes) return;
      remove(oldest, entry);
    }
  }

  return {
    find(key, version) {
      turnTo(version);
      const found = kept.get(key);
      if (!found) return null;
      kept.delete(key);
      if (performance.now() - found.at > longestMs) {
        bytes -= sizeOf(key, found.answer);
        return null;
      }
      kept.set(key, found);
      return found.answer;
    },
    awaited(key, version) {
      turnTo(version);
      const found = underWay.get(key);
      if (!found || performance.now() - found.begunAt > joinWithinMs) return undefined;
      found.isAskedAgain = true;
      return found.answer;
    },
    begin(key, version) {
      turnTo(version);
      let settle: (answer: Answer | null) => void = () => undefined;
      const mine = underWay;
      const own: UnderWay<Answer> = {
        answer: new Promise((resolve) => (settle = resolve)),
        begunAt: performance.now(),
        isAskedAgain: wasAskedBefore(key),
      };
      mine.set(key, own);
      let isSettled = false;
      return (answer) => {
        if (isSettled) return;
        isSettled = true;
        if (mine.get(key) === own) mine.delete(key);
        // A write that came between may or may not be in it.
        if (answer && own.isAskedAgain && version === current) keep(key, answer);
        settle(version === current ? answer : null);
      };
    },
  };
}

/** Tells whether it was told the key before, also of an earlier version; now and then wrongly not. */
function createMemory(): (key: string) => boolean {
  const told = new Uint32Array(remembered);
  return (key) => {
    const hash = hashOf(key);
    const place = hash % remembered;
    const isKnown = told[place] === hash;
    told[place] = hash;
    return isKnown;
  };
}
