import {
  isNonNullType,
  Kind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type ASTNode,
  type BooleanValueNode,
  type DirectiveNode,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type ValueNode,
  type VariableNode,
} from 'graphql';
import { BadInputError } from '../errors';

type Variables = Readonly<Record<string, unknown>>;

interface NullRefusal {
  readonly message: string;
  readonly field: string;
}

/** A condition of @skip or @include; `dropsWhen` is the value that excludes the selection. */
interface Guard {
  readonly condition: ValueNode | undefined;
  readonly dropsWhen: boolean;
}

/** A nullable variable in a non-null position. */
interface Place extends NullRefusal {
  readonly variable: string;
  readonly guards: readonly Guard[];
}

interface Spread {
  readonly fragment: string;
  readonly guards: readonly Guard[];
}

interface Definition {
  readonly places: Place[];
  readonly spreads: Spread[];
}

/** By operation or fragment name; null if no definition of the document has such a position. */
type Definitions = ReadonlyMap<string, Definition> | null;

const known = new WeakMap<DocumentNode, Definitions>();

/**
 * A nullable variable is valid in a non-null position if either has a default; GraphQL then reports an explicit null
 * only during execution, as a field error. It is the caller's mistake, so it is rejected before execution. Returns null
 * if there is none.
 */
export function findNullArgument(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
): NullRefusal | null {
  let definitions = known.get(document);
  if (definitions === undefined) known.set(document, (definitions = definitionsOf(schema, document)));
  if (definitions === null) return null;
  const valueOf = (name: string) => variableValue(operation, variables, name);
  const isDropped = ({ condition, dropsWhen }: Guard) =>
    condition !== undefined && booleanOf(condition, valueOf) === dropsWhen;
  const open = [operationKey(operation)];
  const opened = new Set(open);
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    const { places = [], spreads = [] } = definitions.get(key) ?? {};
    const found = places.find(
      ({ variable, guards }) => mayBeNull(operation, variable) && valueOf(variable) === null && !guards.some(isDropped),
    );
    if (found) return { message: found.message, field: found.field };
    for (const { fragment, guards } of spreads) {
      if (opened.has(fragment) || guards.some(isDropped)) continue;
      opened.add(fragment);
      open.push(fragment);
    }
  }
  return null;
}

export function refuseNullArgument(...request: Parameters<typeof findNullArgument>): void {
  const found = findNullArgument(...request);
  if (found) throw new BadInputError(found.message, found.field);
}

/** Not a valid fragment name. */
const operationKey = ({ name }: OperationDefinitionNode) => `operation ${name?.value ?? ''}`;

const definitionOf = (operation: OperationDefinitionNode, name: string) =>
  operation.variableDefinitions?.find(({ variable }) => variable.name.value === name);

/** GraphQL itself rejects null for non-null variables. */
function mayBeNull(operation: OperationDefinitionNode, name: string): boolean {
  return definitionOf(operation, name)?.type.kind !== Kind.NON_NULL_TYPE;
}

function variableValue(operation: OperationDefinitionNode, variables: Variables, name: string): unknown {
  if (Object.hasOwn(variables, name)) return variables[name];
  const standard = definitionOf(operation, name)?.defaultValue;
  if (standard?.kind === Kind.NULL) return null;
  return standard?.kind === Kind.BOOLEAN ? standard.value : undefined;
}

function booleanOf(condition: ValueNode, valueOf: (name: string) => unknown): unknown {
  return condition.kind === Kind.VARIABLE ? valueOf(condition.name.value) : (condition as BooleanValueNode).value;
}

function definitionsOf(schema: GraphQLSchema, document: DocumentNode): Definitions {
  const definitions = new Map<string, Definition>();
  const typeInfo = new TypeInfo(schema);
  let current: Definition = { places: [], spreads: [] };
  const enter = (key: string) => void definitions.set(key, (current = { places: [], spreads: [] }));
  visit(
    document,
    visitWithTypeInfo(typeInfo, {
      OperationDefinition: (node) => enter(operationKey(node)),
      FragmentDefinition: (node) => enter(node.name.value),
      VariableDefinition: () => false,
      FragmentSpread(node, _key, parent, _path, ancestors) {
        current.spreads.push({ fragment: node.name.value, guards: guardsOf([...ancestors, parent, node]) });
      },
      Variable(node, _key, parent, path, ancestors) {
        const place = placeOf(node, typeInfo, path, [...ancestors, parent]);
        if (place) current.places.push(place);
      },
    }),
  );
  return [...definitions.values()].some(({ places }) => places.length > 0) ? definitions : null;
}

/** The path's documents, nodes and node lists from root to parent, for looking up its segments. */
type Chain = readonly (ASTNode | readonly ASTNode[] | undefined)[];

function placeOf(
  node: VariableNode,
  typeInfo: TypeInfo,
  path: readonly (string | number)[],
  chain: Chain,
): Place | null {
  const type = typeInfo.getInputType();
  const argument = typeInfo.getArgument()?.name;
  if (!isNonNullType(type) || argument === undefined) return null;
  const within = pathWithin(path, chain);
  // A directive's own arguments are evaluated before it can exclude anything.
  const directive = path.lastIndexOf('directives');
  return {
    variable: node.name.value,
    guards: guardsOf(directive === -1 ? chain : chain.slice(0, directive)),
    field: `${argument}${within}`,
    message:
      within === ''
        ? `Argument "${argument}" of non-null type "${type.toString()}" must not be null.`
        : `Argument "${argument}" must not be null at "${argument}${within}", which is of non-null type "${type.toString()}".`,
  };
}

/** The path within the argument's value: '.rows[0].name'. */
function pathWithin(path: readonly (string | number)[], chain: Chain): string {
  let within = '';
  for (let at = path.lastIndexOf('arguments'); at < path.length; at += 1) {
    const next = path[at + 1];
    if (typeof next !== 'number') continue;
    if (path[at] === 'values') within += `[${next}]`;
    const field = path[at] === 'fields' ? (chain[at + 1] as readonly ASTNode[])[next] : undefined;
    if (field?.kind === Kind.OBJECT_FIELD) within += `.${field.name.value}`;
  }
  return within;
}

function guardsOf(chain: Chain): Guard[] {
  return chain
    .flatMap((node) => (node && 'directives' in node ? (node.directives as readonly DirectiveNode[]) : []))
    .filter(({ name }) => name.value === 'skip' || name.value === 'include')
    .map(({ name, arguments: given }) => ({
      condition: given?.find((argument) => argument.name.value === 'if')?.value,
      dropsWhen: name.value === 'skip',
    }));
}
