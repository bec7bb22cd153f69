import { asSentence } from '../errors';
import { fieldNames, productFields } from '../products/productFields';
import type { Endpoint } from './endpoint';

/** Enums that REST writes in lower case. */
export const lowerCaseFields: ReadonlySet<string> = new Set([
  ...['role', 'status', 'paymentStatus', 'fulfillmentStatus'],
  ...['overallStatus', 'taxClass', 'outcome', 'reason'],
]);

/** Maps a value to GraphQL's enum; invalid values are passed on, and rejected by the operation. */
export function enumValue(value: unknown, values: readonly string[]): unknown {
  if (typeof value !== 'string') return value;
  return values.includes(value) ? value.toUpperCase() : value.toLowerCase();
}

/** Fields that REST omits instead of returning null: invisible or missing values. */
export const omittedWhenNull: ReadonlySet<string> = new Set([
  ...['notice', 'productSlug', 'currentPrice'],
  ...fieldNames.filter((name) => productFields[name].rest === 'unlessNull'),
]);

export const restName = (field: string): string => (field === 'id' ? '_id' : field);

/** Maps GraphQL's result to REST: `_id`, lower-case enums, and no invisible e-mails. */
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

/** GraphQL inputs with another name in REST. */
const inputNames = new Map([
  ['after', 'cursor'],
  ['first', 'limit'],
  ['id', '_id'],
]);

/** Rewrites input names in errors to those the caller has sent. */
export function restRefusal(
  message: string,
  field: string | undefined,
): { message: string; field: string | undefined } {
  const name = field === undefined ? undefined : inputNames.get(field);
  if (field === undefined || name === undefined) return { message, field };
  const isAboutIt = message.toLowerCase().startsWith(`${field} `);
  return { message: isAboutIt ? asSentence(`${name}${message.slice(field.length)}`) : message, field: name };
}

/** The response body of a row from its operation's result. */
export function restAnswer({ part, valueName }: Endpoint, result: unknown): unknown {
  const answer = part === undefined ? result : (result as Readonly<Record<string, unknown>>)[part];
  return restShape(valueName === undefined ? answer : { [valueName]: answer });
}
