import {
  getNamedType,
  getNullableType,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  OperationTypeNode,
  parse,
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type SelectionSetNode,
} from 'graphql';
import type { Endpoint } from './endpoint';
import { leafSchema, nullable, reference, type Json } from './jsonSchema';
import { omittedWhenNull, restName } from './restShape';

/** Schemas that an OpenAPI document refers to by name. */
export type NamedSchemas = Map<string, Json>;

/** The response schema of a row, derived from its document's selection: unselected fields are left out. */
export function answerSchema(endpoint: Endpoint, schema: GraphQLSchema, named: NamedSchemas): Json {
  const { document, list, part, valueName, csv } = endpoint;
  if (csv === 'given') return { type: 'string', description: 'A product file, as an import takes it again.' };
  const [operation] = parse(document).definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error(`No operation: ${document}`);
  const isQuery = operation.operation === OperationTypeNode.QUERY;
  const root = isQuery ? schema.getQueryType() : schema.getMutationType();
  const path = [endpoint.operation, ...(list ? ['nodes'] : []), ...(part === undefined ? [] : [part])];
  let type: GraphQLOutputType | null | undefined = root;
  let set: SelectionSetNode | undefined = operation.selectionSet;
  for (const name of path) {
    const parent: GraphQLNamedType | null | undefined = type && getNamedType(type);
    if (!isObjectType(parent)) throw new Error(`${name} is part of no object.`);
    const node: FieldNode | undefined = set && fieldsOf(set, parent).find((field) => field.name.value === name);
    type = parent.getFields()[name]?.type;
    set = node?.selectionSet;
  }
  if (!type) throw new Error(`${endpoint.operation} has no ${path.join('.')}.`);
  const answer = shapeOf({ schema, named }, getNullableType(type), set, valueName ?? '');
  return valueName === undefined
    ? answer
    : { type: 'object', required: [valueName], properties: { [valueName]: answer } };
}

interface Parts {
  readonly schema: GraphQLSchema;
  readonly named: NamedSchemas;
}

function shapeOf(parts: Parts, type: GraphQLOutputType, set: SelectionSetNode | undefined, field: string): Json {
  if (isNonNullType(type)) return shapeOf(parts, type.ofType, set, field);
  if (isListType(type)) {
    const inner = type.ofType as GraphQLOutputType;
    const items = shapeOf(parts, inner, set, field);
    return { type: 'array', items: isNonNullType(inner) ? items : nullable(items) };
  }
  if (isLeafType(type)) return leafSchema(type, field);
  if (!set) throw new Error(`Nothing is selected of ${type.name}.`);
  if (!isAbstractType(type)) return objectSchema(parts, type, set);
  const possible = parts.schema.getPossibleTypes(type).map((each) => objectSchema(parts, each, set));
  const [first = {}, ...others] = possible;
  // If nothing of their own is selected of any of them.
  if (others.every((other) => JSON.stringify(other) === JSON.stringify(first))) return first;
  return asComponent(parts, type, { anyOf: possible });
}

function objectSchema(parts: Parts, type: GraphQLObjectType, set: SelectionSetNode): Json {
  const properties: Record<string, Json> = {};
  const required: string[] = [];
  for (const { name, selectionSet } of fieldsOf(set, type)) {
    const field = type.getFields()[name.value];
    // `__typename` tells the type of an item before it is mapped to REST.
    if (!field) continue;
    const { description } = field;
    const shape = shapeOf(parts, field.type, selectionSet, name.value);
    const isNullable = !isNonNullType(field.type);
    const mayBeAbsent = isNullable && omittedWhenNull.has(name.value);
    properties[restName(name.value)] = {
      ...(isNullable && !mayBeAbsent ? nullable(shape) : shape),
      ...(description && { description }),
    };
    if (!mayBeAbsent) required.push(restName(name.value));
  }
  return asComponent(parts, type, { type: 'object', required, properties });
}

/** Under the type's name, unless an earlier row has selected other fields of the type. */
function asComponent({ named }: Parts, { name, description }: GraphQLNamedType, shape: Json): Json {
  const described = { ...(description && { description }), ...shape };
  const known = named.get(name) ?? described;
  if (JSON.stringify(known) !== JSON.stringify(described)) return shape;
  named.set(name, described);
  return reference('schemas', name);
}

/** Its own fields, and those of inline fragments on it. */
function fieldsOf({ selections }: SelectionSetNode, type: GraphQLObjectType): FieldNode[] {
  return selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection];
    if (selection.kind !== Kind.INLINE_FRAGMENT) throw new Error('Documents of REST have no named fragments.');
    const on = selection.typeCondition?.name.value;
    return on === undefined || on === type.name ? fieldsOf(selection.selectionSet, type) : [];
  });
}
