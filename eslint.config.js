import js from '@eslint/js';
import graphql from '@graphql-eslint/eslint-plugin';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/** The folders that own a library: nobody else imports its values. Types travel freely; tests may import any. */
const owners = {
  mongodb: /server\/(database|collections|testing|backup)\/|packages\/embedded-mongodb\/|\.repository\.ts$/,
  'firebase-admin': /server\/auth\//,
  lmdb: /packages\/embedded-mongodb\//,
  bson: /packages\/(embedded-mongodb|mongo-archive)\/|server\/backup\//,
  firebase: /client\/(session|playground)\//,
  'framer-motion': /client\/ui\//,
  notistack: /client\/ui\//,
  '@nivo': /client\/features\/(counts|reports)\//,
  yup: /client\/features\//,
  'graphql-jit': /server\/graphql\//,
  'lru-cache': /server\/cache\//,
  nodemailer: /server\/mail\//,
  stripe: /server\/(payments|testing)\/stripe\//,
  '@stripe': /client\/features\/checkout\/payment\//,
  papaparse: /packages\/csv\//,
  pdfkit: /server\/documents\//,
  'proxy-addr': /server\/http\//,
  'prom-client': /server\/(telemetry|process)\/|serveMetrics\.ts$/,
  '@opentelemetry': /server\/telemetry\//,
};

const libraryOwner = {
  create(context) {
    const file = context.filename.replaceAll('\\', '/');
    if (!/\/(server|client|packages)\//.test(file) || /\.test\.tsx?$/.test(file)) return {};
    const check = (node) => {
      const source = node.source?.value;
      if (typeof source !== 'string' || node.importKind === 'type') return;
      const library = Object.keys(owners).find((name) => source === name || source.startsWith(`${name}/`));
      if (library && !owners[library].test(file)) {
        context.report({ node, message: `${library} belongs to ${owners[library].source}` });
      }
    };
    return { ImportDeclaration: check, ImportExpression: check };
  },
};

/** What is loaded later may not arrive: one mechanism says so in its place and tries again (client/lib/lazyModule.ts). */
const lazyModules = {
  create(context) {
    const file = context.filename.replaceAll('\\', '/');
    if (!/\/client\//.test(file) || /\.test\.tsx?$/.test(file)) return {};
    const isWrapped = (node) =>
      node.type === 'CallExpression'
        ? ['lazyModule', 'lazyPage'].includes(node.callee.name) || isWrapped(node.parent)
        : ['ArrowFunctionExpression', 'MemberExpression'].includes(node.type) && isWrapped(node.parent);
    return {
      ImportExpression(node) {
        if (!isWrapped(node.parent)) context.report({ node, message: 'Import through lazyModule or lazyPage.' });
      },
      'ImportDeclaration[source.value="react"] > ImportSpecifier[imported.name="lazy"]'(node) {
        context.report({ node, message: 'Use lazyComponent or lazyPage: lazy remembers a failure for ever.' });
      },
      'MemberExpression[object.name="React"][property.name="lazy"]'(node) {
        context.report({ node, message: 'Use lazyComponent or lazyPage: lazy remembers a failure for ever.' });
      },
    };
  },
};

const colour = /#[\da-f]{3,8}\b|\b(rgb|hsl|oklch)a?\(/i;
const ofColour = /^(color|\w+Color|bgcolor|background|fill|stroke)$/;
const namedColour = /^(black|white|gr[ae]y|red|green|blue|yellow|orange|brown|pink|purple|gold|silver)$/i;
const ofLetters = /^(fontSize|fontWeight|fontFamily|boxShadow|textShadow)$/;
/** A size, weight or shadow of its own; names of the theme's are texts like 'h1.fontSize', its shadows whole numbers. */
const isOwnValue = ({ type, value, callee }, name) =>
  type === 'TemplateLiteral' ||
  (type === 'CallExpression' && callee.name === 'rem') ||
  (type === 'Literal' &&
    (typeof value === 'number' ? name !== 'boxShadow' : /^[\d.]|[\d.](px|r?em|%)/.test(String(value))));

/** What `node` may turn out to be. */
const choicesOf = (node) => {
  if (node.type === 'ConditionalExpression') return [node.consequent, node.alternate].flatMap(choicesOf);
  if (node.type === 'LogicalExpression') return [node.left, node.right].flatMap(choicesOf);
  return node.type === 'JSXExpressionContainer' ? choicesOf(node.expression) : [node];
};

/** Colours, sizes of letters and shadows are written in client/theme alone; a trademark keeps its own. */
const themeAlone = {
  create(context) {
    const file = context.filename.replaceAll('\\', '/');
    const isBound = /\/client\//.test(file) && !/\/client\/(theme|gallery)\/|GoogleLogo|\.test\.tsx?$/.test(file);
    if (!isBound) return {};
    const checkText = (node, text) => {
      if (colour.test(text)) context.report({ node, message: "Name a colour of the theme's palette." });
      if (/\.Mui[A-Z]|!important/.test(text)) context.report({ node, message: 'Make it a variant of the theme.' });
    };
    const checkValue = (name, value) => {
      for (const node of choicesOf(value)) {
        if (ofLetters.test(name) && isOwnValue(node, name))
          context.report({ node, message: `Name what the theme has for ${name}, or add it there.` });
        if (ofColour.test(name) && namedColour.test(node.value))
          context.report({ node, message: "Name a colour of the theme's palette." });
      }
    };
    return {
      Literal: (node) => checkText(node, String(node.value)),
      TemplateElement: (node) => checkText(node, node.value.raw),
      Property: ({ key, value }) => checkValue(String(key.name ?? key.value), value),
      JSXAttribute: ({ name, value }) => value && checkValue(String(name.name), value),
    };
  },
};

const ofRoom = /^((min|max)?(width|height)|flex(Basis)?)$/i;
/** A length from here on has room for a line of words; what is smaller is a dot, a line, a gap. */
const roomForWords = 16;
const inPixels = /(\d+)px/g;

/** What holds words grows with them: its size is written as `rem(44)`, or as a number where a column's heading makes it that. */
const growsWithText = {
  create(context) {
    const file = context.filename.replaceAll('\\', '/');
    const isBound = /\/client\/(app|features|gallery|pages|theme|ui)\//.test(file) && !/\.test\.tsx?$/.test(file);
    // Pictures, drawn to the pixel.
    if (!isBound || /\/(Awning|Hero|GoogleLogo)\.tsx$/.test(file)) return {};
    const nameOf = ({ key }) => String(key.name ?? key.value);
    const isOfPicture = (node) =>
      node && ((node.type === 'Property' && /\b(img|canvas|svg)\b/.test(nameOf(node))) || isOfPicture(node.parent));
    const isOfColumn = ({ parent }) => parent.properties.some((other) => other.key && nameOf(other) === 'header');
    // A width loses what stands at its sides; a height what lies above it, which holds words itself.
    const pixelsOf = (text, name) =>
      [...(/width/i.test(name) ? text.replace(/[-+] \d+px/g, '') : text).matchAll(inPixels)].map(([, px]) =>
        Number(px),
      );
    const check = (name, value) => {
      for (const node of choicesOf(value)) {
        const { type } = node;
        if (type === 'ObjectExpression') for (const each of node.properties) if (each.value) check(name, each.value);
        const pixels =
          type === 'Literal' && typeof node.value === 'number'
            ? [node.value]
            : type === 'Literal' || type === 'TemplateLiteral'
              ? pixelsOf(context.sourceCode.getText(node), name)
              : [];
        if (pixels.some((px) => px >= roomForWords))
          context.report({ node, message: 'Write rem(pixels): what holds words grows with them.' });
      }
    };
    return {
      Property(node) {
        const name = nameOf(node);
        if (ofRoom.test(name) && node.parent.type === 'ObjectExpression' && !isOfColumn(node) && !isOfPicture(node))
          check(name, node.value);
      },
      'JSXOpeningElement[name.name="Skeleton"] > JSXAttribute[name.name=/^(width|height)$/]'({ name, value }) {
        check(name.name, value);
      },
    };
  },
};

export default tseslint.config(
  {
    ignores: [
      ...['**/__generated__/**', 'dist/**', 'node_modules/**', 'test-results/**', '.data/**', '**/.venv/**'],
      // Compiled by a test, beside what is generated from the running shop.
      'server/testing/foreignClients/**',
    ],
  },
  {
    files: ['**/*.{ts,tsx,js,mjs,cjs}'],
    extends: [js.configs.recommended, tseslint.configs.recommended],
    plugins: {
      kiosk: {
        rules: {
          'library-owner': libraryOwner,
          'lazy-modules': lazyModules,
          'theme-alone': themeAlone,
          'grows-with-text': growsWithText,
        },
      },
    },
    languageOptions: { globals: { process: 'readonly', console: 'readonly' } },
    rules: {
      'no-undef': 'off',
      'no-console': 'error',
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'server/env.ts is the only reader of the environment.' },
      ],
      'no-restricted-imports': [
        'error',
        ...['node:async_hooks', 'react-dom/static', 'react-dom/server'].map((name) => ({
          name,
          message: 'AsyncLocalStorage makes every promise of the process more expensive (docs/decisions/0020).',
        })),
      ],
      'kiosk/library-owner': 'error',
      'kiosk/lazy-modules': 'error',
      'kiosk/theme-alone': 'error',
      'kiosk/grows-with-text': 'error',
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 90, skipBlankLines: true, skipComments: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      '@typescript-eslint/naming-convention': [
        'error',
        // Named by somebody else: settings of the environment, fields of a protocol, values of the schema.
        { selector: 'variable', modifiers: ['destructured'], format: null },
        {
          selector: ['variable', 'classProperty'],
          format: ['camelCase', 'PascalCase'],
          leadingUnderscore: 'allowSingleOrDouble',
          custom: { regex: '^[A-Z][A-Z0-9]*$', match: false },
        },
      ],
      'no-restricted-syntax': [
        'error',
        { selector: 'PrivateIdentifier', message: 'Write `private`, as everywhere: one way to hide a member.' },
      ],
    },
  },
  {
    files: [
      '**/*.test.{ts,tsx}',
      'e2e/**',
      'server/testing/**',
      'client/testing/**',
      'tools/**',
      'deploy/**',
      '*.config.*',
      'codegen.ts',
      '**/*.cli.ts',
      '**/cli.ts',
      'server/process/commandLine.ts',
      'server/env.ts',
      'server/main.ts',
      'packages/**',
    ],
    rules: { 'no-restricted-properties': 'off', 'no-console': 'off', 'max-lines-per-function': 'off' },
  },
  { files: ['**/*.cjs'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
  {
    files: ['client/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: reactHooks.configs.recommended.rules,
  },
  {
    files: ['schema.graphql'],
    languageOptions: { parser: graphql.parser, parserOptions: { graphQLConfig: { schema: 'schema.graphql' } } },
    plugins: { '@graphql-eslint': graphql },
    rules: {
      '@graphql-eslint/require-description': [
        'error',
        {
          types: true,
          FieldDefinition: true,
          InputValueDefinition: true,
          EnumValueDefinition: true,
          DirectiveDefinition: true,
        },
      ],
      '@graphql-eslint/naming-convention': [
        'error',
        {
          types: 'PascalCase',
          FieldDefinition: 'camelCase',
          InputValueDefinition: 'camelCase',
          EnumValueDefinition: 'UPPER_CASE',
        },
      ],
      '@graphql-eslint/input-name': ['error', { checkInputType: true, caseSensitiveInputType: false }],
      '@graphql-eslint/no-unreachable-types': 'error',
    },
  },
  {
    files: ['client/**/*.graphql'],
    languageOptions: {
      parser: graphql.parser,
      parserOptions: { graphQLConfig: { schema: 'schema.graphql', documents: 'client/**/*.graphql' } },
    },
    plugins: { '@graphql-eslint': graphql },
    rules: {
      ...graphql.configs['flat/operations-recommended'].rules,
      '@graphql-eslint/require-selections': 'off',
    },
  },
);
