import {
  GraphQLNonNull,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type GraphQLEnumType,
  type GraphQLInputType,
  type GraphQLScalarType,
} from 'graphql';
import { lowerCaseFields } from './restShape';

export type Json = Readonly<Record<string, unknown>>;

const scalars: Readonly<Record<string, Json>> = {
  ID: { type: 'string' },
  String: { type: 'string' },
  Int: { type: 'integer' },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
  DateTime: { type: 'string', format: 'date-time' },
};

/** `field`: the name that REST knows the value by. */
export function leafSchema(type: GraphQLScalarType | GraphQLEnumType, field: string): Json {
  if (!isEnumType(type)) return scalars[type.name] ?? {};
  const values = type.getValues().map(({ name }) => (lowerCaseFields.has(field) ? name.toLowerCase() : name));
  return { type: 'string', enum: values };
}

export function inputSchema(type: GraphQLInputType, field: string): Json {
  if (!isNonNullType(type)) return nullable(inputSchema(new GraphQLNonNull(type), field));
  const inner = type.ofType;
  if (isListType(inner)) return { type: 'array', items: inputSchema(inner.ofType as GraphQLInputType, field) };
  if (isInputObjectType(inner)) throw new Error('REST takes no objects within a body.');
  return leafSchema(inner, field);
}

export function nullable(schema: Json): Json {
  const { type, enum: values } = schema;
  if (typeof type !== 'string') return { anyOf: [schema, { type: 'null' }] };
  return { ...schema, type: [type, 'null'], ...(Array.isArray(values) && { enum: [...(values as unknown[]), null] }) };
}

export const reference = (kind: 'schemas' | 'responses' | 'headers' | 'parameters', name: string): Json => ({
  $ref: `#/components/${kind}/${name}`,
});
