import { Int32 } from 'bson';
import { MongoServerError } from '../errors';
import type { PatternMatch } from '../patternEngine';
import { compileRegex, type CompiledRegex } from '../regex';
import { regexParts } from '../values';
import { isNullish, locationError, named, typeName, type Named, type Operators } from './operator';

function regexOf(values: Named, name: string): CompiledRegex | undefined {
  const { regex, options } = values;
  if (isNullish(regex)) return undefined;
  const parts = regexParts(regex);
  if (typeof regex !== 'string' && !parts)
    throw locationError(51105, `${name} needs 'regex' to be of type string or regex`);
  if (!isNullish(options) && typeof options !== 'string')
    throw locationError(51106, `${name} needs 'options' to be of type string`);
  if (parts?.options && !isNullish(options))
    throw locationError(51107, `${name} found regex options specified in both 'regex' and 'options' fields`);
  return compileRegex(regex, isNullish(options) ? undefined : options);
}

interface Found {
  readonly match: string;
  readonly idx: Int32;
  readonly captures: (string | null)[];
}

/** Converts UTF-16 indexes to character counts, continuing from the last one. */
function* foundMatches(text: string, matches: Iterable<PatternMatch>): Generator<Found> {
  let [counted, idx] = [0, 0];
  for (const { start, text: match, captures } of matches) {
    idx += Array.from(text.slice(counted, start)).length;
    counted = start;
    yield { match, idx: new Int32(idx), captures: [...captures] };
  }
}

const pattern = (nothing: unknown, ask: (text: string, regex: CompiledRegex) => unknown) =>
  named(['input', 'regex'], ['options'], (values, name) => {
    const { input } = values;
    if (!isNullish(input) && typeof input !== 'string')
      throw locationError(51104, `${name} needs 'input' to be of type string, found: ${typeName(input)}`);
    const regex = regexOf(values, name);
    return isNullish(input) || !regex ? nothing : ask(input, regex);
  });

const maxMatches = 1_000_000;

function findAll(text: string, regex: CompiledRegex): Found[] {
  const all: Found[] = [];
  for (const found of foundMatches(text, regex.matches(text))) {
    all.push(found);
    if (all.length > maxMatches) throw new MongoServerError('Location51151', '$regexFindAll found too much');
  }
  return all;
}

function findFirst(text: string, regex: CompiledRegex): Found | null {
  for (const found of foundMatches(text, regex.matches(text))) return found;
  return null;
}

export const patterns: Operators = {
  $regexFind: pattern(null, findFirst),
  $regexFindAll: pattern([], findAll),
  $regexMatch: pattern(false, (text, regex) => regex.test(text)),
};
