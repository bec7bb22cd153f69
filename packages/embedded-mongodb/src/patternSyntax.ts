import { notSupported } from './errors';

/** A PCRE pattern, translated for the linear engine. */
interface LinearSyntax {
  readonly source: string;
  /** Numbers of the groups that capture the line break after a `$`. */
  readonly lineBreaks: ReadonlySet<number>;
  /** What cannot be decided for a text that ends with a line break. */
  readonly unsure: { readonly always: boolean; readonly atEnd: boolean };
  /** Every alternative begins with its only `^`, which matches at each line. */
  readonly linesOnly: boolean;
}

/** PCRE counts the vertical tab as white space; the linear engine does not. */
const spaces = '\\t-\\r ';
const classes: Readonly<Record<string, { readonly inSet: string; readonly alone: string }>> = {
  '\\s': { inSet: spaces, alone: `[${spaces}]` },
  '\\S': { inSet: '\\x00-\\x08\\x0e-\\x1f!-\\x{10FFFF}', alone: `[^${spaces}]` },
  '\\v': { inSet: '\\n-\\r\\x85\\x{2028}\\x{2029}', alone: '[\\n-\\r\\x85\\x{2028}\\x{2029}]' },
};

const patternPart = /\\.|\[:\^?\w{1,12}:\]|./gsu;

interface Part {
  readonly text: string;
  readonly inSet: boolean;
}

const setPart: Part = { text: '', inSet: true };

function* partsOf(pattern: string): Generator<Part> {
  /** The start of the set that contains the part; the first character of a set may be a bracket. */
  let set: number | undefined;
  for (const { 0: text, index } of pattern.matchAll(patternPart)) {
    const inSet = set !== undefined;
    if (set === undefined) {
      if (text === '[') set = index;
    } else if (text === ']' && !/^\[\^?$/.test(pattern.slice(set, index))) set = undefined;
    yield { text, inSet };
  }
}

const isCapturing = (parts: readonly Part[], at: number): boolean =>
  parts[at + 1]?.text !== '?' ||
  (/^[P<]$/.test(parts[at + 2]?.text ?? '') && !/^[=!]$/.test(parts[at + 3]?.text ?? ''));

/** '(*UCP)' makes \w match letters of every script, '(*FAIL)' and the like direct a backtracking engine. */
const isVerb = (parts: readonly Part[], at: number): boolean =>
  parts[at + 1]?.text === '*' && /^[a-z:]$/i.test(parts[at + 2]?.text ?? '');

/** The end of the group that contains the part. */
function endOfGroup(parts: readonly Part[], from: number): number {
  let open = 0;
  for (let at = from; at < parts.length; at++) {
    const { text, inSet } = parts[at] ?? setPart;
    if (inSet) continue;
    if (text === '(') open++;
    else if (text === ')' && open-- === 0) return at;
  }
  return parts.length;
}

/** Whether nothing can follow the part: it ends a top-level alternative. */
function isLast(parts: readonly Part[], from: number): boolean {
  for (let at = from + 1; at < parts.length; at++) {
    const { text, inSet } = parts[at] ?? setPart;
    if (inSet || (text !== '|' && text !== ')')) return false;
    if (text === '|') at = endOfGroup(parts, at);
  }
  return true;
}

/**
 * `$` also matches before a line break at the end of the text. The linear engine captures that line break in a group,
 * which is removed from the match; this is equivalent as long as nothing follows the `$`.
 */
export function toLinear(pattern: string, byLine: boolean): LinearSyntax {
  const parts = [...partsOf(pattern)];
  const changesLines = /\(\?[a-ln-z-]*m/.test(pattern);
  const lineBreaks = new Set<number>();
  let [source, groups, depth, alternatives, carets, heads] = ['', 0, 0, 1, 0, 0];
  let always = false;
  for (const [at, { text, inSet }] of parts.entries()) {
    const known = classes[text];
    if (known) source += inSet ? known.inSet : known.alone;
    else if (!inSet && !byLine && (text === '$' || text === '\\Z')) {
      if (changesLines || !isLast(parts, at)) {
        always = true;
        source += '$';
      } else {
        lineBreaks.add(++groups);
        source += '(\\n?)\\z';
      }
    } else {
      source += text;
      if (inSet) continue;
      const before = parts[at - 1];
      if (text === '(' && isVerb(parts, at)) throw notSupported('A regular expression with a verb such as (*UCP)');
      if (text === '(') depth++;
      else if (text === ')') depth--;
      if (text === '(' && isCapturing(parts, at)) groups++;
      if (text === '|' && depth === 0) alternatives++;
      if (text === '^') carets++;
      if (text === '^' && depth === 0 && (!before || (before.text === '|' && !before.inSet))) heads++;
    }
  }
  const linesOnly = carets > 0 && byLine && !changesLines && heads === carets && heads === alternatives;
  const atEnd = (byLine || changesLines) && carets > 0 && !linesOnly;
  return { source, lineBreaks, unsure: { always, atEnd }, linesOnly };
}
