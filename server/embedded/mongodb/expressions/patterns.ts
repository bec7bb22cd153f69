import { Int32 } from 'bson';
import { MongoServerError } from '../errors';
import { compileRegex } from '../regex';
import { regexParts } from '../values';
import { isNullish, located, named, typeName, type Named, type Operators } from './operator';

function regexOf(values: Named, name: string): RegExp | undefined {
  const { regex, options } = values;
  if (isNullish(regex)) return undefined;
  const parts = regexParts(regex);
  if (typeof regex !== 'string' && !parts) throw located(51105, `${name} needs 'regex' to be of type string or regex`);
  if (!isNullish(options) && typeof options !== 'string')
    throw located(51106, `${name} needs 'options' to be of type string`);
  if (parts?.options && !isNullish(options))
    throw located(51107, `${name} found regex options specified in both 'regex' and 'options' fields`);
  return compileRegex(regex, isNullish(options) ? undefined : options).regex;
}

interface Found {
  readonly match: string;
  readonly idx: Int32;
  readonly captures: (string | null)[];
}

function foundAt(text: string, match: RegExpExecArray): Found {
  return {
    match: match[0],
    idx: new Int32(Array.from(text.slice(0, match.index)).length),
    captures: match.slice(1).map((part: string | undefined) => part ?? null),
  };
}

const pattern = (nothing: unknown, ask: (text: string, regex: RegExp) => unknown) =>
  named(['input', 'regex'], ['options'], (values, name) => {
    const { input } = values;
    if (!isNullish(input) && typeof input !== 'string')
      throw located(51104, `${name} needs 'input' to be of type string, found: ${typeName(input)}`);
    const regex = regexOf(values, name);
    return isNullish(input) || !regex ? nothing : ask(input, regex);
  });

const MOST_MATCHES = 1_000_000;

function findAll(text: string, regex: RegExp): Found[] {
  const found: Found[] = [];
  for (const match of text.matchAll(new RegExp(regex, `${regex.flags}g`))) {
    found.push(foundAt(text, match));
    if (found.length > MOST_MATCHES) throw new MongoServerError('Location51151', '$regexFindAll found too much');
  }
  return found;
}

export const patterns: Operators = {
  $regexFind: pattern(null, (text, regex) => {
    const match = regex.exec(text);
    return match ? foundAt(text, match) : null;
  }),
  $regexFindAll: pattern([], findAll),
  $regexMatch: pattern(false, (text, regex) => regex.test(text)),
};
