import { badValue, MongoServerError } from './errors';
import { compilePattern, type PatternEngine, type PatternFlag } from './patternEngine';
import { regexParts } from './values';

const knownOptions = /^[imsxu]*$/;
/** Changes nothing: texts are UTF-8 anyway. */
const utfVerbs = /^(?:\(\*UTF8?\))+/;

export interface CompiledRegex extends PatternEngine {
  pattern: string;
  options: string;
  /** The literal prefix of every match, if the expression is anchored and case-sensitive. */
  prefix: string | undefined;
  /** The expression consists of the anchored prefix only. */
  isPurePrefix: boolean;
}

function stripExtended(pattern: string): string {
  return pattern.replace(/(\\.|\[(?:\\.|[^\]\\])*\]?)|\s+|#[^\n]*/gs, (_whole, kept: string | undefined) => kept ?? '');
}

/** The literal text after ^, up to the first metacharacter. */
function literalPrefix(pattern: string): { prefix: string; rest: string } | undefined {
  const start = pattern.startsWith('^') ? 1 : pattern.startsWith('\\A') ? 2 : undefined;
  if (start === undefined || pattern.includes('|')) return undefined;
  let prefix = '';
  let at = start;
  while (at < pattern.length) {
    const piece = /^(?:\\([^a-zA-Z0-9])|([^\\^$.|?*+()[\]{}]))/su.exec(pattern.slice(at));
    if (!piece) break;
    const next = pattern[at + piece[0].length];
    if (next === '*' || next === '?' || next === '{') break;
    prefix += piece[1] ?? piece[2] ?? '';
    at += piece[0].length;
  }
  return { prefix, rest: pattern.slice(at) };
}

const maxCached = 8;
/** A cache, because pipeline expressions request their pattern for each document. */
const regexCache = new Map<string, CompiledRegex>();

export function compileRegex(source: unknown, extraOptions?: string): CompiledRegex {
  const parts = typeof source === 'string' ? { pattern: source, options: '' } : regexParts(source);
  if (!parts) throw badValue('$regex has to be a string');
  if (parts.pattern.includes('\0')) throw badValue('Regular expression cannot contain an embedded null byte');
  const options = extraOptions ?? parts.options;
  if (!knownOptions.test(options)) {
    throw new MongoServerError('Location51108', `invalid flag in regex options: ${options}`);
  }
  const key = `${options}/${parts.pattern}`;
  const compiled = regexCache.get(key) ?? compile(parts.pattern, options);
  regexCache.delete(key);
  regexCache.set(key, compiled);
  const [oldest] = regexCache.keys();
  if (regexCache.size > maxCached && oldest !== undefined) regexCache.delete(oldest);
  return compiled;
}

function compile(original: string, given: string): CompiledRegex {
  let [pattern, options] = [original.replace(utfVerbs, ''), given];
  const inline = /^\(\?([imsx]+)\)/.exec(pattern);
  if (inline) {
    pattern = pattern.slice(inline[0].length);
    options += inline[1] ?? '';
  }
  if (options.includes('x')) pattern = stripExtended(pattern);
  if (!options.includes('m')) pattern = pattern.replace(/^\\A/, '^');
  const flags = (['i', 'm', 's'] satisfies PatternFlag[]).filter((flag) => options.includes(flag));
  const anchored = /[im]/.test(options) ? undefined : literalPrefix(pattern);
  return {
    ...compilePattern(pattern, flags),
    pattern: original,
    options: given,
    prefix: anchored?.prefix,
    isPurePrefix: anchored?.rest === '',
  };
}
