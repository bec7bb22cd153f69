import { BSONType } from './BSONType';
import { failedToParse } from './errors';
import { locationError } from './expressions/operator';
import { checkVariableName } from './expressions/variables';
import { isDocument, typeOf, type Doc } from './values';

const typeName = (value: unknown): string => BSONType[typeOf(value)];

export function checkFieldPath(path: string): void {
  if (path === '') throw locationError(40352, 'FieldPath cannot be constructed with empty string');
  const parts = path.split('.');
  if (parts.at(-1) === '') throw locationError(40353, "FieldPath must not end with a '.'.");
  for (const part of parts) checkFieldName(part);
}

function checkFieldName(name: string): void {
  if (name === '') throw locationError(15998, 'FieldPath field names may not be empty strings.');
  if (name.startsWith('$')) throw locationError(16410, `FieldPath field names may not start with '$': ${name}`);
  if (name.includes('.')) throw locationError(16412, `FieldPath field names may not contain '.': ${name}`);
}

function checkUnset(operand: unknown): void {
  if (typeof operand !== 'string' && !Array.isArray(operand))
    throw locationError(31002, '$unset specification must be a string or an array');
  const paths: readonly unknown[] = Array.isArray(operand) ? operand : [operand];
  if (paths.length === 0)
    throw locationError(31119, '$unset specification must be a string or an array with at least one field');
  for (const path of paths) {
    if (typeof path !== 'string')
      throw locationError(31120, '$unset specification must be a string or an array containing only string values');
    checkFieldPath(path);
  }
}

function checkCount(operand: unknown): void {
  if (typeof operand !== 'string') throw locationError(40156, 'the count field must be a non-empty string');
  if (operand === '') throw locationError(40157, 'the count field must be a non-empty string');
  if (operand.startsWith('$')) throw locationError(40158, 'the count field cannot be a $-prefixed path');
  if (operand.includes('\0')) throw locationError(40159, 'the count field cannot contain a null byte');
  if (operand.includes('.')) throw locationError(40160, "the count field cannot contain '.'");
  if (operand === '_id') throw locationError(9039800, "the count field cannot be '_id'");
}

function checkFacet(operand: unknown): void {
  if (!isDocument(operand) || Object.keys(operand).length === 0)
    throw locationError(40169, 'the $facet specification must be a non-empty object');
  for (const [name, pipeline] of Object.entries(operand)) {
    checkFieldName(name);
    if (!Array.isArray(pipeline))
      throw locationError(40170, `arguments to $facet must be arrays, ${name} is type ${typeName(pipeline)}`);
    for (const stage of pipeline as unknown[]) {
      if (!isDocument(stage) || Object.keys(stage).length === 0)
        throw locationError(
          40171,
          `elements of arrays in $facet spec must be non-empty objects, ${name} holds another`,
        );
      if ('$facet' in stage) throw locationError(40600, '$facet is not allowed to be used within a $facet stage');
    }
  }
}

const lookupTexts = ['from', 'as', 'localField', 'foreignField'];

function checkLookup(operand: unknown): void {
  if (!isDocument(operand)) throw failedToParse('the $lookup specification must be an Object');
  for (const [name, value] of Object.entries(operand)) {
    if (lookupTexts.includes(name)) {
      if (typeof value !== 'string')
        throw failedToParse(`$lookup argument '${name}' must be a string, is type ${typeName(value)}`);
    } else if (name === 'pipeline') {
      if (!Array.isArray(value)) throw failedToParse("'pipeline' option must be specified as an array");
    } else if (name === 'let') {
      if (!isDocument(value))
        throw failedToParse(`$lookup argument 'let' must be an object, is type ${typeName(value)}`);
      for (const variable of Object.keys(value)) checkVariableName(variable);
    } else throw failedToParse(`unknown argument to $lookup: ${name}`);
  }
  const { from, as, localField, foreignField, pipeline } = operand;
  if (typeof from !== 'string') throw failedToParse("must specify 'from' field for a $lookup");
  if (typeof as !== 'string') throw failedToParse("must specify 'as' field for a $lookup");
  if ((localField === undefined) !== (foreignField === undefined))
    throw failedToParse("$lookup requires both or neither of 'localField' and 'foreignField' to be specified");
  if (localField === undefined && pipeline === undefined)
    throw failedToParse("$lookup requires either 'pipeline' or both 'localField' and 'foreignField' to be specified");
  for (const path of [as, localField, foreignField]) if (typeof path === 'string') checkFieldPath(path);
}

function checkUnionWith(operand: unknown): void {
  for (const [name, value] of Object.entries(isDocument(operand) ? operand : {})) {
    if (name !== 'coll' && name !== 'pipeline')
      throw locationError(40415, `BSON field '$unionWith.${name}' is an unknown field.`);
    if (name === 'pipeline' && !Array.isArray(value))
      throw failedToParse('the pipeline of $unionWith must be an array');
  }
}

function checkUnwind(operand: unknown): void {
  if (typeof operand !== 'string' && !isDocument(operand))
    throw locationError(
      15981,
      `expected either a string or an object as specification for $unwind stage, got ${typeName(operand)}`,
    );
  const options: Doc = isDocument(operand) ? operand : { path: operand };
  for (const [name, value] of Object.entries(options)) {
    if (name === 'path' && typeof value !== 'string')
      throw locationError(28808, `expected a string as the path for $unwind stage, got ${typeName(value)}`);
    if (name === 'preserveNullAndEmptyArrays' && typeof value !== 'boolean')
      throw locationError(28809, `expected a boolean for the ${name} option to $unwind stage, got ${typeName(value)}`);
    if (name === 'includeArrayIndex') checkIndexField(value);
    if (name !== 'path' && name !== 'preserveNullAndEmptyArrays' && name !== 'includeArrayIndex')
      throw locationError(28811, `unrecognized option to $unwind stage: ${name}`);
  }
  const { path } = options;
  if (typeof path !== 'string' || path === '') throw locationError(28812, 'no path specified to $unwind stage');
  if (!path.startsWith('$'))
    throw locationError(28818, `path option to $unwind stage should be prefixed with a '$': ${path}`);
  checkFieldPath(path.slice(1));
}

function checkIndexField(value: unknown): void {
  if (typeof value !== 'string' || value === '')
    throw locationError(
      28810,
      `expected a non-empty string for the includeArrayIndex option to $unwind stage, got ${typeName(value)}`,
    );
  if (value.startsWith('$'))
    throw locationError(28822, `includeArrayIndex option to $unwind stage should not be prefixed with a '$': ${value}`);
  checkFieldPath(value);
}

function checkReplaceRoot(operand: unknown): void {
  if (!isDocument(operand))
    throw locationError(40229, `expected an object as specification for $replaceRoot stage, got ${typeName(operand)}`);
  const other = Object.keys(operand).find((name) => name !== 'newRoot');
  if (other !== undefined) throw locationError(40415, `BSON field '$replaceRoot.${other}' is an unknown field.`);
  if (!('newRoot' in operand))
    throw locationError(40414, "BSON field '$replaceRoot.newRoot' is missing but a required field");
}

function checkSort(operand: unknown): void {
  if (!isDocument(operand)) throw locationError(15973, 'the $sort key specification must be an object');
  if (Object.keys(operand).length === 0) throw locationError(15976, '$sort stage must have at least one sort key');
  for (const path of Object.keys(operand)) checkFieldPath(path);
}

function checkAddFields(operand: unknown): void {
  if (!isDocument(operand)) return;
  if (Object.keys(operand).length === 0) throw locationError(40177, 'specification must have at least one field');
  checkNested(operand, 40180, 'an empty object is not a valid value');
}

function checkProject(operand: unknown): void {
  if (!isDocument(operand)) throw locationError(15969, '$project specification must be an object');
  if (Object.keys(operand).length === 0)
    throw locationError(51272, 'projection specification must have at least one field');
  checkNested(operand, 51270, 'An empty sub-projection is not a valid value');
}

/** A document of fields rather than an expression. */
function checkNested(fields: Doc, code: number, text: string): void {
  for (const [path, value] of Object.entries(fields)) {
    checkFieldPath(path);
    if (!isDocument(value)) continue;
    const [first] = Object.keys(value);
    if (first === undefined) throw locationError(code, `${text}. Found empty object at path '${path}'`);
    if (!first.startsWith('$')) checkNested(value, code, text);
  }
}

/** Validates a stage as MongoDB does before it reads a document; expressions are validated elsewhere. */
const stageChecks: Readonly<Record<string, (operand: unknown) => void>> = {
  $addFields: checkAddFields,
  $count: checkCount,
  $facet: checkFacet,
  $lookup: checkLookup,
  $project: checkProject,
  $replaceRoot: checkReplaceRoot,
  $set: checkAddFields,
  $sort: checkSort,
  $unionWith: checkUnionWith,
  $unset: checkUnset,
  $unwind: checkUnwind,
};

export function checkStage(name: string, operand: unknown): void {
  if (Object.hasOwn(stageChecks, name)) stageChecks[name]?.(operand);
}
