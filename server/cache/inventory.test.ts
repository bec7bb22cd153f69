import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { cacheBounds } from './boundedCache';

const server = join(__dirname, '..');

/** Collections that outlive a call and are no bounded cache, each with what bounds it. */
const boundedOtherwise: Readonly<Record<string, string>> = {
  'cache/answerCache.ts inFlight':
    'one entry for each answer that is being made; it holds what its request holds itself',
  'auth/revocationChecks.ts asking': 'one entry for each call to the identity provider that is under way',
  'auth/revocationChecks.ts waiting': 'one entry for each account with a call under way',
  'checkout/driveCheckout.ts underWay': 'one for each checkout that is being moved, until it is',
  'collections/repositories.ts counts': 'one entry for each count of one document',
  'http/clientFiles.ts files': 'the files of the build',
  'http/clientFiles.ts pages': 'the pages of the build',
  'http/drain.ts open': 'one entry for each request that is being answered',
  'http/gate.ts inside': 'one entry for each expensive call under way, 16 in all',
  'rest/openApi.ts schemas': 'the types that the rows of REST answer with',
  'process/workers.ts workers': 'WEB_CONCURRENCY',
  'process/workers.ts retiring': 'the workers that are being replaced',
  'process/workers.ts loading': 'the workers that are starting',
};

const collections = new Set(['Map', 'Set', 'LRUCache']);

function sourceFiles(): string[] {
  return readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.ts$/.test(name) && !/\.(test|fixture|cli)\.ts$|\.d\.ts$|__generated__/.test(name))
    .filter((name) => !/^(testing|backup|demo)\//.test(name) && name !== 'cache/boundedCache.ts')
    .map((name) => join(server, name));
}

/** A constant table: filled where it is made, or typed as what nobody can add to. */
const isTable = (made: ts.NewExpression, text: string) =>
  (made.arguments?.length ?? 0) > 0 || /:\s*Readonly(Map|Set)/.test(text);

/** Whether what is made here lives as long as the process: at the top of a file, in a class, or in what a factory closes over. */
function outlivesCalls(node: ts.Node): boolean {
  for (let around = node.parent; around; around = around.parent) {
    if (ts.isPropertyDeclaration(around)) return true;
    if (ts.isFunctionDeclaration(around)) return /^(create|watch|start|run)/.test(around.name?.text ?? '');
    if (ts.isFunctionLike(around)) return false;
  }
  return true;
}

/** The long-lived collections of a file, as 'file name'. */
function longLived(file: string): string[] {
  const tree = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isNewExpression(node) && collections.has(node.expression.getText(tree)) && outlivesCalls(node)) {
      const { parent } = node;
      if (ts.isVariableDeclaration(parent) || ts.isPropertyDeclaration(parent)) {
        if (!isTable(node, parent.getText(tree))) found.push(`${relative(server, file)} ${parent.name.getText(tree)}`);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

test('every collection that outlives a call is a bounded cache, or is listed with what bounds it', () => {
  expect(sourceFiles().flatMap(longLived).sort()).toEqual(Object.keys(boundedOtherwise).sort());
});

test('every bound has its cache', () => {
  const code = sourceFiles()
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const used = (name: string) => code.includes(`('${name}'`) || code.includes(`cacheBounds.${name}`);
  expect(Object.keys(cacheBounds).filter((name) => !used(name))).toEqual([]);
});

test('all bounds together are at most 42 MB', () => {
  const bytes = Object.values(cacheBounds).reduce((sum, each) => sum + each, 0);
  expect(bytes).toBeLessThanOrEqual(42 * 1024 * 1024);
});
