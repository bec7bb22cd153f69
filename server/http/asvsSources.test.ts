import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';

/** Rows of docs/asvs.json about features that the product does not have, checked against its sources. */

const root = join(__dirname, '../..');

interface Source {
  readonly name: string;
  readonly tree: ts.SourceFile;
  readonly nodes: readonly ts.Node[];
}

function readSources(): Source[] {
  const names = ['server', 'client', 'packages'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(root, folder, name)),
  );
  const isSource = (name: string) =>
    /\.(ts|tsx)$/.test(name) && !/\.(test|fixture)\.tsx?$|\/(__generated__|testing|node_modules)\//.test(name);
  return names.filter(isSource).map((name) => {
    const tree = ts.createSourceFile(name, readFileSync(name, 'utf8'), ts.ScriptTarget.Latest, true);
    const nodes: ts.Node[] = [];
    const visit = (node: ts.Node): void => {
      nodes.push(node);
      ts.forEachChild(node, visit);
    };
    visit(tree);
    return { name: relative(root, name), tree, nodes };
  });
}

const sources = readSources();

/** 'file: code' for every node that matches, so that a failure shows where. */
function places(matches: (node: ts.Node, tree: ts.SourceFile) => boolean): string[] {
  return sources.flatMap(({ name, tree, nodes }) =>
    nodes.filter((node) => matches(node, tree)).map((node) => `${name}: ${node.getText(tree).slice(0, 160)}`),
  );
}

const isCall = (node: ts.Node): node is ts.CallExpression | ts.NewExpression =>
  ts.isCallExpression(node) || ts.isNewExpression(node);

const calls = (pattern: RegExp) => places((node, tree) => isCall(node) && pattern.test(node.expression.getText(tree)));

const imports = (pattern: RegExp) =>
  places(
    (node) =>
      ts.isImportDeclaration(node) &&
      ts.isStringLiteral(node.moduleSpecifier) &&
      pattern.test(node.moduleSpecifier.text),
  );

test('reads the sources', () => {
  expect(sources.length).toBeGreaterThan(50);
  expect(imports(/^express$/)).not.toEqual([]);
});

test('no source evaluates strings as code', () => {
  expect(calls(/^(eval|Function|globalThis\.eval|window\.eval|execScript)$/)).toEqual([]);
  expect(imports(/^(node:)?vm2?$/)).toEqual([]);
  const timers = (node: ts.Node, tree: ts.SourceFile) =>
    isCall(node) && /(^|\.)set(Timeout|Interval)$/.test(node.expression.getText(tree)) && isText(node.arguments?.[0]);
  expect(places(timers)).toEqual([]);
});

const isText = (node: ts.Node | undefined) =>
  node !== undefined && (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node));

test('no source builds HTML from strings', () => {
  expect(calls(/(^|\.)(insertAdjacentHTML|createContextualFragment|parseFromString|setHTMLUnsafe)$/)).toEqual([]);
  expect(calls(/^document\.write(ln)?$/)).toEqual([]);
  const assigned = (node: ts.Node) =>
    ts.isPropertyAccessExpression(node) && /^(innerHTML|outerHTML|srcdoc)$/.test(node.name.text);
  expect(places(assigned)).toEqual([]);
  const attribute = (node: ts.Node, tree: ts.SourceFile) =>
    ts.isJsxAttribute(node) && /^(dangerouslySetInnerHTML|srcDoc)$/.test(node.name.getText(tree));
  expect(places(attribute)).toEqual([
    // The shop's own mail, in a frame without rights.
    'client/ui/MessageContent.tsx: srcDoc={source}',
    // Constant SVG markup, selected by a typed name (Icon, dashboardIcons).
    'client/ui/SvgIcon.tsx: dangerouslySetInnerHTML={{ __html: lines }}',
  ]);
});

test('processes are started without a shell', () => {
  const users = imports(/^(node:)?child_process$/).map((place) => place.split(': ')[0] ?? '');
  expect(users.filter((name) => !name.startsWith('packages/'))).toEqual([]);
  const starts = sources
    .filter(({ name }) => users.includes(name))
    .flatMap(({ tree, nodes }) =>
      nodes
        .filter(isCall)
        .filter((node) =>
          /^(spawn|spawnSync|fork|exec|execSync|execFile|execFileSync)$/.test(node.expression.getText(tree)),
        )
        .map((node) => node.getText(tree)),
    );
  expect(starts.length).toBeGreaterThan(0);
  expect(starts.filter((text) => /^exec(Sync)?\b|\bshell\b/.test(text))).toEqual([]);
});

test('no source parses XML', () => {
  expect(imports(/xml|sax|libxml|domparser/i)).toEqual([]);
  expect(calls(/DOMParser|XMLHttpRequest/)).toEqual([]);
});

test('no source opens or serves a WebSocket', () => {
  expect(imports(/^(ws|socket\.io.*|graphql-ws|subscriptions-transport-ws|node:https?2?-ws)$/)).toEqual([]);
  expect(calls(/^(window\.|globalThis\.)?(WebSocket|WebSocketStream|EventSource)$/)).toEqual([]);
  expect(readFileSync(join(root, 'schema.graphql'), 'utf8')).not.toMatch(/type Subscription\b/);
});

test('no source accepts file uploads', () => {
  expect(imports(/^(multer|busboy|formidable|multiparty|express-fileupload|graphql-upload.*)$/)).toEqual([]);
  expect(readFileSync(join(root, 'schema.graphql'), 'utf8')).not.toMatch(/scalar Upload\b/);
});

test('no source encrypts or decrypts data', () => {
  expect(calls(/(^|\.)(createCipheriv|createDecipheriv|publicEncrypt|privateDecrypt|subtle\.(en|de)crypt)$/)).toEqual(
    [],
  );
});

test('hashes are SHA-256', () => {
  const weak = (node: ts.Node, tree: ts.SourceFile) =>
    isCall(node) &&
    /(^|\.)(createHash|createHmac|subtle\.digest)$/.test(node.expression.getText(tree)) &&
    !/^'(sha256|SHA-256)'$/.test(node.arguments?.[0]?.getText(tree) ?? '');
  expect(places(weak)).toEqual([]);
  expect(calls(/(^|\.)(createHash)$/).length).toBeGreaterThan(0);
});

describe('password fields', () => {
  /** Every client element for a password, by its name or its autocomplete attribute. */
  const fields = sources.flatMap(({ name, tree, nodes }) =>
    nodes.filter(ts.isJsxOpeningLikeElement).flatMap((element) => {
      const attributes = new Map(
        element.attributes.properties
          .filter(ts.isJsxAttribute)
          .map((attribute) => [attribute.name.getText(tree), attribute.initializer?.getText(tree) ?? '']),
      );
      const about = `${attributes.get('name') ?? ''} ${attributes.get('autoComplete') ?? ''}`;
      return /password/i.test(about) || attributes.get('type') === '"password"' ? [{ name, attributes }] : [];
    }),
  );

  /** Password fields described in the tables of forms. */
  const described = places(
    (node) =>
      ts.isObjectLiteralExpression(node) &&
      /\bname: '\w*password'/i.test(node.getText()) &&
      /\blabel:/.test(node.getText()),
  );

  test('password fields described in form tables have type password and autocomplete', () => {
    expect(described.length).toBeGreaterThan(0);
    for (const place of described)
      expect(place).toMatch(/^client\/.*type: 'password', autoComplete: '(current|new)-password'/);
  });

  test('password inputs have type password', () => {
    expect(fields.map(({ name }) => name)).toContain('client/features/account/LoginForm.tsx');
    for (const { attributes } of fields) expect(attributes.get('type')).toBe('"password"');
  });

  test('password inputs set autocomplete and do not block pasting', () => {
    for (const { attributes } of fields) {
      expect(attributes.get('autoComplete')).toMatch(/^"(current|new)-password"$/);
      expect(attributes.has('onPaste')).toBe(false);
    }
    expect(places((node) => ts.isJsxAttribute(node) && /^onPaste(Capture)?$/.test(node.name.getText()))).toEqual([]);
  });

  test('passwords are not trimmed, cut or transformed', () => {
    const changed = (node: ts.Node, tree: ts.SourceFile) =>
      ts.isCallExpression(node) &&
      /\bpassword\.(trim|slice|substring|toLowerCase|toUpperCase|normalize|replace)\w*$/i.test(
        node.expression.getText(tree),
      );
    expect(places(changed)).toEqual([]);
  });
});
