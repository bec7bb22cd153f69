import { addField, FieldList } from '../fieldOrder';
import { isDocument, type Doc } from '../values';
import {
  any,
  fieldsOf,
  isNullish,
  locationError,
  typeName,
  unaryOrNull,
  type Evaluate,
  type Operator,
  type Operators,
} from './operator';

const mergeObjects = any((values) => {
  const merged = new FieldList();
  // A single array is an argument list that is not expanded, and refused like any array.
  for (const value of values) {
    if (isNullish(value)) continue;
    if (!isDocument(value))
      throw locationError(40400, `$mergeObjects requires object inputs, but input is of type ${typeName(value)}`);
    for (const [name, field] of Object.entries(value)) merged.set(name, field);
  }
  return merged.document;
});

const objectToArray = unaryOrNull((value) => {
  if (!isDocument(value))
    throw locationError(40390, `$objectToArray requires a document input, found: ${typeName(value)}`);
  return Object.entries(value).map(([k, v]) => ({ k, v }));
});

function pairOf(item: unknown, isPair: boolean): [string, unknown] {
  if (Array.isArray(item)) {
    if (!isPair)
      throw locationError(
        40391,
        '$arrayToObject requires a consistent input format. Expected an object, found an array',
      );
    if (item.length !== 2)
      throw locationError(
        40397,
        `$arrayToObject requires an array of size 2 arrays, found array of size: ${item.length}`,
      );
    const [name, value] = item as [unknown, unknown];
    if (typeof name !== 'string')
      throw locationError(
        40395,
        `$arrayToObject requires an array of key-value pairs, where the key must be of type string. Found key type: ${typeName(name)}`,
      );
    return [name, value];
  }
  if (!isDocument(item))
    throw locationError(40398, `Unrecognised input type format for $arrayToObject: ${typeName(item)}`);
  if (isPair)
    throw locationError(40396, '$arrayToObject requires a consistent input format. Expected an array, found an object');
  if (Object.keys(item).length !== 2)
    throw locationError(40392, "$arrayToObject requires an object keys of 'k' and 'v'. Found incorrect number of keys");
  if (!('k' in item && 'v' in item))
    throw locationError(40393, "$arrayToObject requires an object with keys 'k' and 'v'");
  if (typeof item['k'] !== 'string')
    throw locationError(
      40394,
      `$arrayToObject requires an object with keys 'k' and 'v', where the value of 'k' must be of type string`,
    );
  return [item['k'], item['v']];
}

const arrayToObject = unaryOrNull((value) => {
  if (!Array.isArray(value))
    throw locationError(40386, `$arrayToObject requires an array input, found: ${typeName(value)}`);
  const isPair = Array.isArray(value[0]);
  const result = new FieldList();
  for (const item of value) {
    const [name, field] = pairOf(item, isPair);
    if (name.includes('\0')) throw locationError(4940400, 'Key field cannot contain an embedded null byte');
    result.set(name, field);
  }
  return result.document;
});

/** Only constant field names are accepted: a computed one could not be validated before a document is read. */
function constantName(given: unknown, name: string): string {
  const literal = isDocument(given) && '$literal' in given ? given['$literal'] : given;
  if (typeof literal !== 'string' || (literal === given && literal.startsWith('$')))
    throw locationError(4161107, `${name} requires 'field' to evaluate to a constant of type String`);
  return literal;
}

const getField: Operator = (operand, compile, name) => {
  const isWhole = isDocument(operand) && !Object.keys(operand)[0]?.startsWith('$');
  const { field, input = '$$CURRENT' } = isWhole ? fieldsOf(name, operand, ['field'], ['input']) : { field: operand };
  if (isWhole && !('input' in operand)) throw locationError(3041702, `${name} requires 'input' to be specified`);
  const key = constantName(field, name);
  const evaluate = compile(input);
  return (scope) => {
    const value = evaluate(scope);
    if (isNullish(value)) return value;
    return isDocument(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  };
};

const fieldSetter =
  (valueOf: (fields: Doc, compile: Parameters<Operator>[1]) => Evaluate, required: readonly string[]): Operator =>
  (operand, compile, name) => {
    const fields = fieldsOf(name, operand, required);
    const key = constantName(fields['field'], name);
    const [input, value] = [compile(fields['input']), valueOf(fields, compile)];
    return (scope) => {
      const document = input(scope);
      if (isNullish(document)) return null;
      if (!isDocument(document)) throw locationError(4161105, `${name} requires 'input' to evaluate to type Object`);
      const copy: Doc = { ...document };
      const next = value(scope);
      if (next === undefined) delete copy[key];
      else addField(copy, key, next);
      return copy;
    };
  };

export const objects: Operators = {
  $arrayToObject: arrayToObject,
  $getField: getField,
  $mergeObjects: mergeObjects,
  $objectToArray: objectToArray,
  $setField: fieldSetter((fields, compile) => compile(fields['value']), ['field', 'input', 'value']),
  $unsetField: fieldSetter(() => () => undefined, ['field', 'input']),
};
