import {
  GraphQLNonNull,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  type GraphQLEnumType,
  type GraphQLInputObjectType,
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
  Cents: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
  DateTime: { type: 'string', format: 'date-time' },
};

/** `field`: the field's name in REST. */
export function leafSchema(type: GraphQLScalarType | GraphQLEnumType, field: string): Json {
  if (!isEnumType(type)) return scalars[type.name] ?? {};
  const values = type.getValues().map(({ name }) => (lowerCaseFields.has(field) ? name.toLowerCase() : name));
  return { type: 'string', enum: values };
}

export function inputSchema(type: GraphQLInputType, field: string): Json {
  if (!isNonNullType(type)) return nullable(inputSchema(new GraphQLNonNull(type), field));
  const inner = type.ofType;
  if (isListType(inner)) return { type: 'array', items: inputSchema(inner.ofType as GraphQLInputType, field) };
  if (isInputObjectType(inner)) return inputObjectSchema(inner);
  return leafSchema(inner, field);
}

function inputObjectSchema(type: GraphQLInputObjectType): Json {
  const fields = Object.values(type.getFields());
  const properties = fields.map((each): [string, Json] => {
    const { name, description } = each;
    return [name, { ...inputSchema(each.type, name), ...(description && { description }) }];
  });
  return {
    type: 'object',
    required: fields.filter(isRequiredInputField).map(({ name }) => name),
    additionalProperties: false,
    properties: Object.fromEntries(properties),
  };
}

export function nullable(schema: Json): Json {
  const { type, enum: values } = schema;
  if (typeof type !== 'string') return { anyOf: [schema, { type: 'null' }] };
  return { ...schema, type: [type, 'null'], ...(Array.isArray(values) && { enum: [...(values as unknown[]), null] }) };
}

export const reference = (kind: 'schemas' | 'responses' | 'headers' | 'parameters', name: string): Json => ({
  $ref: `#/components/${kind}/${name}`,
});
