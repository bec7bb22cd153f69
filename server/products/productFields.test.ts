import { readFileSync } from 'node:fs';
import { buildSchema, isNonNullType, type GraphQLInputObjectType, type GraphQLObjectType } from 'graphql';
import { fieldNames, importColumns, productFields } from './productFields';
import { createProductInput, updateProductInput } from './products.input';
import type { Stored } from './storedItem';

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
const fieldsOf = (type: string) => (schema.getType(type) as GraphQLObjectType | GraphQLInputObjectType).getFields();
const namesOf = (type: string) => Object.keys(fieldsOf(type)).sort();
const sorted = (...names: string[]) => [...names].sort();

describe('productFields', () => {
  test('lists every field of the GraphQL type Product', () => {
    expect(sorted(...fieldNames)).toEqual(namesOf('Product'));
  });

  test('has a column and an input rule for every field that can be set', () => {
    expect(namesOf('ImportedValues')).toEqual(sorted(...importColumns));
    expect(namesOf('ImportProductRow')).toEqual(sorted('seenStock', ...importColumns));
    expect(namesOf('UpdateProductInput')).toEqual(
      sorted('id', 'version', 'purchasable', 'seenStock', 'isCounted', ...importColumns),
    );
    expect(Object.keys(updateProductInput.shape).sort()).toEqual(namesOf('UpdateProductInput'));
    const creatable = importColumns.filter((column) => column !== 'status');
    expect(namesOf('CreateProductInput')).toEqual(sorted('photosText', 'categoriesText', ...creatable));
    expect(Object.keys(createProductInput.shape).sort()).toEqual(sorted(...creatable));
  });

  test('numbers the columns consecutively', () => {
    expect(importColumns.map((column) => productFields[column].column)).toEqual(
      importColumns.map((_, index) => index + 1),
    );
  });

  test('hides from REST only fields that have another form there and fields for the shop alone', () => {
    expect(fieldNames.filter((field) => productFields[field].rest === 'never')).toEqual([
      'taxClass',
      'pictures',
      'sold',
      'ownerId',
    ]);
  });

  test.each<[string, Stored]>([
    ['lacks everything', {}],
    [
      'holds something else everywhere',
      Object.fromEntries(fieldNames.flatMap((field) => productFields[field].stored).map((name) => [name, { a: 1 }])),
    ],
  ])('returns a value for every non-null field of a record that %s', (_, stored) => {
    const absent = fieldNames.filter((field) => (productFields[field].resolve?.(stored) ?? null) === null);
    const nullable = fieldNames.filter((field) => !isNonNullType(fieldsOf('Product')[field]?.type));
    expect(absent.filter((field) => !nullable.includes(field))).toEqual([]);
  });
});
