const { Kind, print, stripIgnoredCharacters, visit } = require('graphql');
const { definitionsIn } = require('./definitions.cjs');
const { hashOf, isPublic } = require('./publicOperations.cjs');

const pascal = (name) => name.charAt(0).toUpperCase() + name.slice(1);
const typename = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } };

/** Asks for __typename in every selection set but the root's, as Apollo's cache does, so that its own pass changes nothing. */
function withTypenames(document) {
  return visit(document, {
    SelectionSet(node, _key, parent) {
      if (parent && parent.kind === Kind.OPERATION_DEFINITION) return undefined;
      if (node.selections.some((each) => each.kind === Kind.FIELD && each.name.value === '__typename'))
        return undefined;
      return { ...node, selections: [...node.selections, typename] };
    },
  });
}

/** The operation followed by every fragment it reaches, each once. */
function withFragments(operation, fragments) {
  const reached = new Map();
  const collect = (node) =>
    visit(node, {
      FragmentSpread({ name }) {
        const fragment = fragments.get(name.value);
        if (!fragment) throw new Error(`Unknown fragment ${name.value}`);
        if (reached.has(name.value)) return;
        reached.set(name.value, fragment);
        collect(fragment);
      },
    });
  collect(operation);
  return { kind: Kind.DOCUMENT, definitions: [operation, ...reached.values()] };
}

const isEmpty = (value) => Array.isArray(value) && value.length === 0;

/** Without positions, and without empty lists, which are optional: every document of the first screen is downloaded. */
const toJson = (document) =>
  JSON.stringify(document, (key, value) => (key === 'loc' || isEmpty(value) ? undefined : value));

/** The request text. */
function queryText(operation, fragments) {
  return stripIgnoredCharacters(print(withTypenames(withFragments(operation, fragments))));
}

function emit(operation, fragments) {
  const name = pascal(operation.name.value);
  const kind = pascal(operation.operation);
  const isQuery = operation.operation === 'query';
  const document = withTypenames(withFragments(operation, fragments));
  const text = queryText(operation, fragments);
  const type = `TypedDocumentNode<${name}${isQuery ? kind : 'Result'}, ${name}${kind}Variables>`;
  return [
    ...(isQuery ? [] : [`export type ${name}Result = RequiredFields<${name}Mutation>;`]),
    `export const ${name}Document = ${toJson(document)} as unknown as ${type};`,
    `queryTexts.set('${operation.name.value}', ${JSON.stringify(text)});`,
    ...(isPublic(operation) ? [`queryHashes.set('${operation.name.value}', '${hashOf(text)}');`] : []),
  ].join('\n');
}

module.exports = {
  queryText,
  /** For each operation its typed document, which Apollo's hooks and client take, and its text for the wire. */
  plugin(_schema, documents) {
    const { operations, fragments } = definitionsIn(documents);
    return {
      prepend: [
        "import type { TypedDocumentNode } from '@apollo/client';",
        "import { queryHashes, queryTexts } from '../lib/queryTexts';",
      ],
      content: [
        "/** Ours send one mutation at a time: where it is null there is an error, which Apollo's client throws. */",
        'type RequiredFields<Mutation> = { [Field in keyof Mutation]: NonNullable<Mutation[Field]> };',
        ...operations.map((operation) => emit(operation, fragments)),
      ].join('\n\n'),
    };
  },
};
