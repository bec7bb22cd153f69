import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { check, type Diagnostics } from 'recheck';
import ts from 'typescript';

const root = join(__dirname, '../..');
const limitMs = 10_000;

interface Pattern {
  readonly source: string;
  readonly flags: string;
  readonly places: readonly string[];
}

/** Files that build patterns at run time, with the reason why their text is not user input. */
const builtAtRunTime: Readonly<Record<string, string>> = {
  'packages/embedded-mongodb/src/expressions/dateFormats.ts':
    'The texts between the parts of a format are escaped; the parts are fixed.',
  'server/rest/restMethods.ts': 'The paths of the REST table, which are fixed.',
  'server/pages/describePage.ts': 'The paths of the table of routes, which are fixed.',
  'packages/embedded-mongodb/src/patternEngine.ts':
    'Literal texts alone; every other pattern of a query goes to an engine that never goes back.',
  'server/text/foldText.ts': 'Three fixed classes of signs, one beside the other.',
  'client/features/checkout/address.ts': 'Postal codes of the list of countries, which a test here examines.',
  'tools/scripts/resilience/machine.ts': 'Names of settings and of marked blocks of the docs, which are fixed.',
  'server/lists/ranges.ts': 'Its whole text is escaped: a fixed text, or a fixed prefix.',
};

function sourceFiles(): string[] {
  return ['server', 'client', 'packages', 'tools'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(
        (name) =>
          /\.(ts|tsx|mjs|cjs|js)$/.test(name) &&
          !/\.(test|fixture)\.tsx?$|(^|\/)(__generated__|node_modules)\//.test(name),
      )
      .map((name) => join(root, folder, name)),
  );
}

/** The patterns of a file: literals, and `RegExp` with a literal text; `null` for one that is built at run time. */
function patternsOf(file: string): { literal: Omit<Pattern, 'places'> | null; line: number }[] {
  const tree = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: { literal: Omit<Pattern, 'places'> | null; line: number }[] = [];
  const visit = (node: ts.Node): void => {
    const line = tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1;
    if (ts.isRegularExpressionLiteral(node)) found.push({ literal: splitLiteral(node.text), line });
    if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText(tree) === 'RegExp') {
      found.push({ literal: fromArguments(node.arguments ?? []), line });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

function splitLiteral(text: string): Omit<Pattern, 'places'> {
  const end = text.lastIndexOf('/');
  return { source: text.slice(1, end), flags: text.slice(end + 1) };
}

function fromArguments([source, flags]: readonly ts.Expression[]): Omit<Pattern, 'places'> | null {
  if (!source || !ts.isStringLiteralLike(source)) return null;
  if (flags && !ts.isStringLiteralLike(flags)) return null;
  return { source: source.text, flags: flags?.text ?? '' };
}

function collect(): { patterns: Pattern[]; builders: string[] } {
  const places = new Map<string, { literal: Omit<Pattern, 'places'>; places: string[] }>();
  const builders = new Set<string>();
  for (const file of sourceFiles()) {
    const name = relative(root, file);
    for (const { literal, line } of patternsOf(file)) {
      if (!literal) builders.add(name);
      else {
        const key = `${literal.flags} ${literal.source}`;
        const entry = places.get(key) ?? { literal, places: [] };
        entry.places.push(`${name}:${line}`);
        places.set(key, entry);
      }
    }
  }
  return {
    patterns: [...places.values()].map((entry) => ({ ...entry.literal, places: entry.places })),
    builders: [...builders],
  };
}

function verdict(result: Diagnostics): string {
  if (result.status === 'unknown') return `unknown (${result.error.kind})`;
  return result.status === 'vulnerable' ? `vulnerable (${result.complexity.summary})` : 'safe';
}

/** recheck rejects g, d and y, which do not slow a match down; it does not know v, so such a pattern fails here. */
const matchingFlags = (flags: string) => flags.replace(/[^imsuv]/g, '');

const examine = (source: string, flags: string) => check(source, matchingFlags(flags), { timeout: limitMs });

describe('regular expressions', () => {
  const { patterns, builders } = collect();

  test('E19: no pattern of the project is vulnerable to ReDoS', async () => {
    expect(patterns.length).toBeGreaterThan(20);
    const unsafe: string[] = [];
    for (const { source, flags, places } of patterns) {
      const result = verdict(await examine(source, flags));
      if (result !== 'safe') unsafe.push(`${places.join(', ')}: /${source}/${flags} is ${result}`);
    }
    expect(unsafe).toEqual([]);
  }, 120_000);

  test('no pattern of a postal code is vulnerable to ReDoS', async () => {
    const file = readFileSync(join(root, 'server/shipping/addressFormats.json'), 'utf8');
    const addressFormats = Object.values(JSON.parse(file) as Record<string, { readonly postalCode?: string }>);
    const sources = new Set(addressFormats.flatMap(({ postalCode }) => postalCode ?? []));
    expect(sources.size).toBeGreaterThan(20);
    const unsafe: string[] = [];
    for (const source of sources) {
      if (verdict(await examine(`^(?:${source})$`, 'i')) !== 'safe') unsafe.push(source);
    }
    expect(unsafe).toEqual([]);
  }, 120_000);

  test('the check finds well-known vulnerable patterns', async () => {
    expect(verdict(await examine('^(a+)+$', ''))).toMatch(/^vulnerable \(exponential/);
    expect(verdict(await examine('^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$', 'g'))).toMatch(
      /^vulnerable \(2nd degree polynomial/,
    );
  });

  test('every file that builds patterns at run time is listed with a reason', () => {
    expect(builders.sort()).toEqual(Object.keys(builtAtRunTime).sort());
  });
});
