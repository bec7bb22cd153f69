import { asSentence } from '../errors';
import { fieldNames, productFields } from '../products/productFields';
import type { Endpoint } from './endpoint';

/** Enums that REST writes in lower case. */
export const lowerCaseFields: ReadonlySet<string> = new Set([
  ...['role', 'status', 'paymentStatus', 'fulfillmentStatus'],
  ...['overallStatus', 'taxClass', 'outcome', 'reason'],
]);

/** Such a value as GraphQL takes it; anything else is handed on and refused there. */
export function enumValue(value: unknown, values: readonly string[]): unknown {
  if (typeof value !== 'string') return value;
  return values.includes(value) ? value.toUpperCase() : value.toLowerCase();
}

/** Fields that REST leaves out where GraphQL has null: what may not be seen, and what a record lacks. */
export const omittedWhenNull: ReadonlySet<string> = new Set([
  ...['notice', 'productSlug', 'currentPrice'],
  ...fieldNames.filter((name) => productFields[name].rest === 'unlessNull'),
]);

export const restName = (field: string): string => (field === 'id' ? '_id' : field);

/** GraphQL's shape as REST has it: `_id`, lower-case enums, and no e-mail where it may not be seen. */
export function restShape(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(restShape);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  const fields: [string, unknown][] = [];
  for (const [name, child] of Object.entries(value)) {
    if (name === '__typename' || (child === null && omittedWhenNull.has(name))) continue;
    const isLower = lowerCaseFields.has(name) && typeof child === 'string';
    fields.push([restName(name), isLower ? child.toLowerCase() : restShape(child)]);
  }
  return Object.fromEntries(fields);
}

/** GraphQL's inputs that REST has under other names. */
const inputNames = new Map([
  ['after', 'cursor'],
  ['first', 'limit'],
  ['id', '_id'],
]);

/** A refusal about such an input speaks of what the caller has sent. */
export function restRefusal(
  message: string,
  field: string | undefined,
): { message: string; field: string | undefined } {
  const name = field === undefined ? undefined : inputNames.get(field);
  if (field === undefined || name === undefined) return { message, field };
  const isAboutIt = message.toLowerCase().startsWith(`${field} `);
  return { message: isAboutIt ? asSentence(`${name}${message.slice(field.length)}`) : message, field: name };
}

/** What the row answers, out of its operation's result. */
export function restAnswer({ part, valueName }: Endpoint, result: unknown): unknown {
  const answer = part === undefined ? result : (result as Readonly<Record<string, unknown>>)[part];
  return restShape(valueName === undefined ? answer : { [valueName]: answer });
}
