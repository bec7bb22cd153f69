import { isEnumType, Kind, type GraphQLError, type GraphQLNamedType, type GraphQLSchema } from 'graphql';
import { asSentence, cutName } from '../errors';
import { redactValues } from './redactValues';

interface WrongVariable {
  /** GraphQL's wording: the variable, the path in it, the expected type. */
  readonly message: string;
  readonly field: string;
  /** For forms and REST clients, which know only the field. */
  readonly fieldMessage: string;
}

/** GraphQL's error about a variable without its value, which it quotes. null: the error is about something else. */
export function wrongVariable(error: GraphQLError, schema: GraphQLSchema | undefined): WrongVariable | null {
  const [node] = error.nodes ?? [];
  if (node?.kind !== Kind.VARIABLE_DEFINITION) return null;
  const name = node.variable.name.value;
  const reason = error.originalError?.message ?? error.message;
  if (reason === error.message)
    return { message: error.message, field: name, fieldMessage: fieldMessage(name, error.message, schema) };
  const path = pathIn(error.message.slice(0, -`; ${reason}`.length), name);
  const missing = /^Field "([^"]*)" (?:of required type|is not defined)/.exec(reason)?.[1];
  const field = [path.replace(/^\./, ''), missing].filter(Boolean).join('.') || name;
  return {
    message: `Variable "$${name}" got invalid value${path && ` at "${name}${path}"`}; ${redactValues(reason)}`,
    field,
    fieldMessage: / is not defined /.test(reason)
      ? `There is no field '${cutName(missing ?? '')}'.`
      : fieldMessage(field, reason, schema),
  };
}

/** '.filter.createdTo', '.rows[0]'; empty for the variable itself. Strings inside values have escaped quotes. */
function pathIn(before: string, variable: string): string {
  const at = ` at "${variable}`;
  const start = before.lastIndexOf(at);
  const path = start === -1 ? '' : before.slice(start + at.length, -1);
  return /^(?:[.[][\w\]]+)*$/.test(path) && before.endsWith('"') ? path : '';
}

function fieldMessage(field: string, reason: string, schema: GraphQLSchema | undefined): string {
  if (/of required type|non-null/.test(reason)) return asSentence(`${field} is required.`);
  const type = /"(\w+)" to be|^(?:A )?(\w+) (?:cannot represent|is written)|(?:in|^Enum) "(\w+)"/.exec(reason);
  const name = type?.[1] ?? type?.[2] ?? type?.[3] ?? '';
  const words = typeWords[name] ?? valuesOf(schema?.getType(name));
  return asSentence(`${field} is not valid${words === undefined ? '' : `: ${words} is expected`}.`);
}

const typeWords: Readonly<Record<string, string>> = {
  Int: 'a whole number',
  Float: 'a number such as 12.50',
  String: 'text',
  Boolean: 'true or false',
  ID: 'an id',
  DateTime: 'a date and time such as 2026-01-31T09:30:00Z',
};

/** In REST's notation, which differs from GraphQL's. */
function valuesOf(type: GraphQLNamedType | undefined): string | undefined {
  if (!isEnumType(type)) return undefined;
  const values = type.getValues().map(({ name }) => name.toLowerCase());
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(values);
}
