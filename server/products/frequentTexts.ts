interface Known {
  /** More products than this have it. */
  readonly more: number;
  readonly learnedAt: number;
}

/** Milliseconds: what was frequent seldom becomes rare, and who relies on it by mistake only asks in a slower way. */
const rememberedFor = 600_000;
const mostTexts = 256;

export interface FrequentTexts {
  /** Whether more than `most` products are known to have the text. */
  readonly isKnown: (text: string, most: number) => boolean;
  /** More than `more` products have it; so they have every part of it. */
  readonly learn: (text: string, more: number) => void;
}

/** Texts that many names contain, as searches have found out: for the choice of a way to search, never part of an answer. */
export function createFrequentTexts(now: () => number = () => performance.now()): FrequentTexts {
  const texts = new Map<string, Known>();
  const isKnown = (text: string, most: number) => {
    for (const [known, { more, learnedAt }] of texts) {
      if (now() - learnedAt > rememberedFor) texts.delete(known);
      else if (more >= most && known.includes(text)) return true;
    }
    return false;
  };
  return {
    isKnown,
    learn(text, more) {
      texts.delete(text);
      texts.set(text, { more, learnedAt: now() });
      const [oldest] = texts.keys();
      if (texts.size > mostTexts && oldest !== undefined) texts.delete(oldest);
    },
  };
}

const ofRepositories = new WeakMap<object, FrequentTexts>();

/** What is known of the names in a repository. */
export function frequentTextsOf(repository: object): FrequentTexts {
  const texts = ofRepositories.get(repository) ?? createFrequentTexts();
  ofRepositories.set(repository, texts);
  return texts;
}
