import { BSONType } from './BSONType';
import { badValue, MongoServerError, typeMismatch } from './errors';
import { isDocument, isNumber, toNumber, typeOf, type Doc } from './values';

const typeName = (value: unknown): string => BSONType[typeOf(value)];

const isWhole = (value: unknown): boolean => isNumber(value) && Number.isInteger(toNumber(value));
const isDirection = (value: unknown): boolean => isNumber(value) && [1, -1].includes(toNumber(value) ?? 0);

function checkPushSort(sort: unknown): void {
  if (isNumber(sort)) {
    if (!isDirection(sort)) throw badValue('The $sort element value must be either 1 or -1');
    return;
  }
  if (!isDocument(sort))
    throw badValue('The $sort is invalid: use 1/-1 to sort the whole element, or {field:1/-1} to sort embedded fields');
  const fields = Object.entries(sort);
  if (fields.length === 0) throw badValue('The $sort pattern is empty when it should be a set of fields.');
  for (const [path, direction] of fields) {
    if (path.split('.').includes('')) throw badValue(`The $sort field '${path}' contains an empty field name`);
    if (!isDirection(direction)) throw badValue('The $sort element value must be either 1 or -1');
  }
}

const pushModifiers: readonly string[] = ['$each', '$slice', '$sort', '$position'];

function checkPush(operand: unknown): void {
  if (!isDocument(operand) || !('$each' in operand)) return;
  const { $each: each, $slice: slice, $position: position } = operand;
  if (!Array.isArray(each))
    throw badValue(`The argument to $each in $push must be an array but it was of type: ${typeName(each)}`);
  const unknown = Object.keys(operand).find((name) => !pushModifiers.includes(name));
  if (unknown !== undefined) throw badValue(`Unrecognized clause in $push: ${unknown}`);
  if ('$slice' in operand && !isWhole(slice))
    throw badValue(`The value for $slice must be an integer value but was given type: ${typeName(slice)}`);
  if ('$position' in operand && !isWhole(position))
    throw badValue(`The value for $position must be an integer value, not of type: ${typeName(position)}`);
  if ('$sort' in operand) checkPushSort(operand['$sort']);
}

/** The values that $addToSet adds: those of $each when that is the first key. */
export function valuesOfSet(operand: unknown): readonly unknown[] {
  if (!isDocument(operand) || Object.keys(operand)[0] !== '$each') return [operand];
  const each = operand['$each'];
  if (!Array.isArray(each))
    throw typeMismatch(`The argument to $each in $addToSet must be an array but it was of type ${typeName(each)}`);
  if (Object.keys(operand).length > 1) throw badValue('Found unexpected fields after $each in $addToSet');
  return each as readonly unknown[];
}

function checkCurrentDate(operand: unknown): void {
  if (typeof operand === 'boolean') return;
  if (!isDocument(operand))
    throw badValue(
      `${typeName(operand)} is not valid type for $currentDate. Please use a boolean ('true') or a $type expression ({$type: 'timestamp/date'}).`,
    );
  const other = Object.keys(operand).find((name) => name !== '$type');
  if (other !== undefined) throw badValue(`Unrecognized $currentDate option: ${other}`);
  if (operand['$type'] !== 'date' && operand['$type'] !== 'timestamp')
    throw badValue(
      "The '$type' string field is required to be 'date' or 'timestamp': {$currentDate: {field : {$type: 'date'}}}",
    );
}

function checkPop(operand: unknown): void {
  if (!isDirection(operand))
    throw new MongoServerError('FailedToParse', `$pop expects 1 or -1, found: ${String(operand)}`);
}

function checkPullAll(operand: unknown): void {
  if (!Array.isArray(operand))
    throw badValue(`$pullAll requires an array argument but was given a ${typeName(operand)}`);
}

const operandChecks: Readonly<Record<string, (operand: unknown) => void>> = {
  $addToSet: valuesOfSet,
  $currentDate: checkCurrentDate,
  $pop: checkPop,
  $pullAll: checkPullAll,
  $push: checkPush,
};

/** Validates an update as MongoDB does before it reads a document; paths are validated elsewhere. */
export function checkOperands(operator: string, fields: Doc): void {
  const check = operandChecks[operator];
  if (check) for (const operand of Object.values(fields)) check(operand);
}
