import { RE2JS, RE2JSSyntaxException } from 're2js';
import { MongoServerError, notSupported } from './errors';
import { toLinear } from './patternSyntax';

export interface PatternMatch {
  /** The UTF-16 index of the match. */
  readonly start: number;
  readonly text: string;
  readonly captures: readonly (string | null)[];
}

/** Finds a pattern in texts in time linear in the text. */
export interface PatternEngine {
  readonly test: (text: string) => boolean;
  /** Iterates over all matches. */
  readonly matches: (text: string) => Iterable<PatternMatch>;
}

export type PatternFlag = 'i' | 'm' | 's';

/** MongoDB's limit of pattern bytes. */
const maxPatternBytes = 32_764;
/** The limit of program instructions, which compile in about 0.1 s. */
const maxInstructions = 10_000;
/** The limit of character comparisons for literal patterns: text length times pattern length. */
const maxComparisons = 1e9;
/** The limit of text length times instructions: about one second in the worst case. */
const maxSteps = { test: 2e7, find: 2.5e6 };
const maxSecondsOfMatches = 1;

/**
 * Literal patterns, also alternatives and anchored ones, which JavaScript's engine compares without backtracking. All
 * other patterns use an engine that never backtracks.
 */
const plainPattern = /^(?:\\[^a-zA-Z0-9]|[^\\^$.|?*+()[\]{}]|[\^$|])*$/u;

export function compilePattern(given: string, flags: readonly PatternFlag[]): PatternEngine {
  if (Buffer.byteLength(given) > maxPatternBytes) throw invalid(`longer than ${maxPatternBytes} bytes`);
  const pattern = unquoted(given);
  const isPlain = plainPattern.test(pattern) && !(flags.includes('m') && /[\^$]/.test(pattern));
  return isPlain ? plainEngine(pattern, flags) : linearEngine(pattern, flags);
}

const specialCharacters = /[\\^$.|?*+()[\]{}]/g;

/** PCRE takes the text between \Q and \E literally. */
function unquoted(pattern: string): string {
  return pattern.replace(/\\Q(.*?)(?:\\E|$)|\\./gs, (part: string, text: string | undefined) =>
    text === undefined ? part : text.replace(specialCharacters, '\\$&'),
  );
}

function invalid(reason: string): MongoServerError {
  return new MongoServerError('Location51091', `Regular expression is invalid: ${reason}`);
}

function tooMuch(text: string): MongoServerError {
  return new MongoServerError(
    'Location51156',
    `Error occurred while executing regular expression: a text of ${text.length} characters takes too long with this pattern`,
  );
}

function plainEngine(pattern: string, flags: readonly PatternFlag[]): PatternEngine {
  // `$` stands before a line break that ends the text, too.
  const source = pattern.replace(/\\(.)|\$/gsu, (_whole, kept: string | undefined) =>
    kept === undefined ? '(?=\\n?$)' : kept.replace(specialCharacters, '\\$&'),
  );
  const one = new RegExp(source, `${flags.join('')}u`);
  const all = new RegExp(source, `${flags.join('')}gu`);
  const check = (text: string): void => {
    if (text.length * source.length > maxComparisons) throw tooMuch(text);
  };
  return {
    test: (text) => {
      check(text);
      return one.test(text);
    },
    matches(text) {
      check(text);
      return eachMatch(text, (from) => {
        all.lastIndex = from;
        const match = all.exec(text);
        return match && { start: match.index, text: match[0], captures: [] };
      });
    },
  };
}

/** As MongoDB goes on: behind a match, one character further where it is empty, and not from the end of the text. */
function* eachMatch(text: string, find: (from: number) => PatternMatch | null): Generator<PatternMatch> {
  let from = 0;
  do {
    const match = find(from);
    if (!match) return;
    yield match;
    const end = match.start + match.text.length;
    from = match.text === '' ? end + String.fromCodePoint(text.codePointAt(end) ?? 0).length : end;
  } while (from < text.length);
}

const flagBits: Readonly<Record<PatternFlag, number>> = {
  i: RE2JS.CASE_INSENSITIVE,
  m: RE2JS.MULTILINE,
  s: RE2JS.DOTALL,
};

function linearEngine(pattern: string, flags: readonly PatternFlag[]): PatternEngine {
  const syntax = toLinear(pattern, flags.includes('m'));
  if (sizeOf(syntax.source) > maxInstructions)
    throw invalid('larger than the embedded database takes, its repetitions written out');
  const program = compileLinear(syntax.source, flags);
  const size = program.programSize();
  const check = (text: string, most: number): void => {
    if (text.length * size > most) throw tooMuch(text);
  };
  const searcher = (text: string): ((from: number) => PatternMatch | null) => {
    const matcher = program.matcher(text);
    const groups = Array.from({ length: matcher.groupCount() }, (_unused, at) => at + 1);
    const captured = groups.filter((at) => !syntax.lineBreaks.has(at));
    return (from) => {
      if (!matcher.find(from)) return null;
      const lineBreak = groups.some((at) => syntax.lineBreaks.has(at) && matcher.group(at) === '\n') ? 1 : 0;
      const end = matcher.end() - lineBreak;
      const textOf = (group: number) => text.slice(matcher.start(group), Math.min(matcher.end(group), end));
      const captures = captured.map((at) => (matcher.start(at) < 0 ? null : textOf(at)));
      return { start: matcher.start(), text: textOf(0), captures };
    };
  };
  const find = (text: string): ReturnType<typeof searcher> => {
    const next = searcher(text);
    if (!text.endsWith('\n')) return next;
    if (syntax.unsure.always) throw unsureOfLineBreak();
    return (from) => {
      const match = next(from);
      if (match && syntax.linesOnly && match.start === text.length) return null;
      if (match && syntax.unsure.atEnd && match.start + match.text.length === text.length) throw unsureOfLineBreak();
      return match;
    };
  };
  const isUnsure = syntax.unsure.always || syntax.unsure.atEnd || syntax.linesOnly;
  return {
    test: (text) => {
      check(text, maxSteps.test);
      return isUnsure && text.endsWith('\n') ? find(text)(0) !== null : program.test(text);
    },
    matches(text) {
      check(text, maxSteps.find);
      const until = performance.now() + maxSecondsOfMatches * 1000;
      const next = find(text);
      return eachMatch(text, (from) => {
        // Each search may scan to the end of the text.
        if (performance.now() > until) throw tooMuch(text);
        return next(from);
      });
    },
  };
}

/** Next to a line break at the end of the text, linear engines place ^ and $ otherwise than PCRE. */
function unsureOfLineBreak(): MongoServerError {
  return notSupported('A regular expression with this use of ^ or $ on a text that ends with a line break');
}

/** PCRE features that linear-time engines, or this one, do not support. */
const unsupportedSyntax =
  /Perl syntax|named capture|escape sequence|repeat count|nested repetition|character class range/;

function compileLinear(pattern: string, flags: readonly PatternFlag[]): RE2JS {
  try {
    return RE2JS.compile(
      pattern,
      flags.reduce((sum, flag) => sum | flagBits[flag], 0),
    );
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    const reason = error.message.replace(/^error parsing regexp: /, '');
    throw unsupportedSyntax.test(reason) ? notSupported(`A regular expression with ${reason}`) : invalid(reason);
  }
}

const patternPart = /\\.|\[:\^?\w{1,12}:\]|\{(\d{1,9})(,?)(\d{0,9})\}|./gsu;
/** A Unicode class expands to hundreds of ranges. */
const unicodeClassPattern = /^\\[pP]/;
const unicodeClassInstructions = 60;

/** An estimate of the instructions with counted repetitions expanded. */
function sizeOf(pattern: string): number {
  const open: number[] = [];
  let [size, last] = [0, 0];
  /** The start of the set that contains this part; its first character may be a bracket. */
  let set: number | undefined;
  for (const { 0: part, 1: least, 2: comma, 3: most, index } of pattern.matchAll(patternPart)) {
    const own = unicodeClassPattern.test(part) ? unicodeClassInstructions : 1;
    if (set !== undefined) {
      size += own === 1 ? 0 : own;
      if (part === ']' && !/^\[\^?$/.test(pattern.slice(set, index))) set = undefined;
    } else if (part === '(') {
      open.push(size);
      size = 0;
    } else if (part === ')') {
      last = size + 2;
      size = (open.pop() ?? 0) + last;
    } else if (least !== undefined) {
      const times = Math.max(1, Number(most) || Number(least) + (comma ? 1 : 0));
      size += last * (times - 1);
      last *= times;
    } else {
      if (part === '[') set = index;
      last = own;
      size += last;
    }
  }
  return open.reduce((sum, each) => sum + each, size);
}
