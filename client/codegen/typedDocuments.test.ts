import { createHash } from 'node:crypto';
import { parse, buildSchema } from 'graphql';
import { plugin } from './typedDocuments.cjs';

const schema = buildSchema(
  'type Query { item(id: ID!): Item } type Mutation { drop(id: ID!): Item } type Item { id: ID! name: String! }',
);
const generate = (source: string) => plugin(schema, [{ document: parse(source) }]).content;

const source = `
  fragment Name on Item { name }
  query Item($id: ID!) { item(id: $id) { id ...Name } }
  query Items { __typename }
  mutation Drop($id: ID!) { drop(id: $id) { id } }
`;

describe('the plugin for typed documents', () => {
  it('types the document of a query and of a mutation with its result and its variables', () => {
    expect(generate(source)).toMatch(
      /^export const ItemsDocument = \{.*\} as unknown as TypedDocumentNode<ItemsQuery, ItemsQueryVariables>;$/m,
    );
    expect(generate(source)).toMatch(
      /^export const DropDocument = \{.*\} as unknown as TypedDocumentNode<DropResult, DropMutationVariables>;$/m,
    );
  });

  it('leaves positions and empty lists out of a document', () => {
    const [json = ''] = /\{.*\}(?= as unknown)/.exec(generate('query Items { items { id } }')) ?? [];
    const field = (name: string, more: object) => ({ kind: 'Field', name: { kind: 'Name', value: name }, ...more });
    const selectionSet = (...selections: object[]) => ({ selectionSet: { kind: 'SelectionSet', selections } });
    const root = selectionSet(field('items', selectionSet(field('id', {}), field('__typename', {}))));
    const name = { kind: 'Name', value: 'Items' };
    const definitions = [{ kind: 'OperationDefinition', operation: 'query', name, ...root }];
    expect(JSON.parse(json)).toEqual({ kind: 'Document', definitions });
  });

  it('prints the request text, with __typename and the fragments it uses', () => {
    expect(generate(source)).toContain(
      JSON.stringify('query Item($id:ID!){item(id:$id){id ...Name __typename}}fragment Name on Item{name __typename}'),
    );
    expect(generate(source)).toContain(JSON.stringify('mutation Drop($id:ID!){drop(id:$id){id __typename}}'));
  });

  it('exports the SHA-256 of queries with public fields only', () => {
    const text = 'query Listed{categories{id __typename}}';
    const content = generate(
      `query Listed { categories { id } } query Mine { categories { id } me { id } } mutation Drop { categories { id } }`,
    );
    const hash = createHash('sha256').update(text).digest('hex');
    expect(content).toContain(
      `queryTexts.set('Listed', ${JSON.stringify(text)});\nqueryHashes.set('Listed', '${hash}');`,
    );
    expect(content.match(/queryHashes\.set/g)).toHaveLength(1);
  });

  it('names an unknown fragment', () => {
    expect(() => generate('query Item { item(id: 1) { ...Missing } }')).toThrow('Unknown fragment Missing');
  });
});
