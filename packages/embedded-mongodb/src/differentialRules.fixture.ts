import { EJSON } from 'bson';
import type { Document } from 'mongodb';
import type { DifferentialResult } from './differentialDatabase';
import type { DifferentialCase } from './differentialCases';

interface Difference {
  readonly documents: readonly Document[];
  readonly operation: DifferentialCase['operation'];
  readonly own: DifferentialResult;
  readonly other: DifferentialResult;
  /** The filter and the update, as text. */
  readonly filter: string;
  readonly update: string;
}

/** A known difference in which another server deviates from MongoDB's documentation or published source. */
interface Rule {
  readonly reason: string;
  readonly applies: (difference: Difference) => boolean;
}

const textOf = (value: object) => EJSON.stringify(value, { relaxed: false });
/** Whether the answers are equal after a part is removed, whatever the order of the fields. */
const same = ({ own, other }: Difference, without: (text: string) => string) =>
  own.error === other.error && sorted(without(own.documents)) === sorted(without(other.documents));
const withoutModified = (text: string) => text.replace(/"nModified":\{"\$numberInt":"\d+"\}/, '"":0');
const isUpdate = ({ operation }: Difference) => operation.kind === 'update';
const isUpsert = ({ operation }: Difference) => operation.kind === 'update' && operation.options['upsert'] === true;
const bothFail = ({ own, other }: Difference) => own.error !== null && other.error !== null;

function changedPaths({ operation }: Difference): string[] {
  if (operation.kind === 'find' || Array.isArray(operation.update)) return [];
  const operators = Object.entries(operation.update).filter(([name]) => name.startsWith('$'));
  return operators.flatMap(([, fields]) => Object.keys(fields as Document));
}

/** An answer with sorted documents and fields. */
const sorted = (text: string) => JSON.stringify(inOrder(JSON.parse(text || '[]'), true));

function inOrder(value: unknown, isTop = false): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => inOrder(item));
    return isTop ? items.map((item) => JSON.stringify(item)).sort() : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, field]) => [name, inOrder(field)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Whether both found the same documents, in the same order except for documents with an array in a sort field. */
function ordersOnlyArraysOtherwise({ documents, operation, own, other }: Difference): boolean {
  if (operation.kind !== 'find' || own.error !== null || other.error !== null) return false;
  const fields = Object.keys(operation.sort).map((path) => path.split('.')[0] ?? '');
  const holdsArray = documents.map((document) => fields.some((name) => JSON.stringify(document[name])?.includes('[')));
  const found = [own, other].map((answer) => JSON.parse(answer.documents) as { _id?: { $numberInt: string } }[]);
  const [ours, theirs] = found.map((each) =>
    each
      .map((document) => JSON.stringify(document))
      .sort()
      .join(),
  );
  const [places, theirPlaces] = found.map((each) =>
    each
      .map(({ _id }) => Number(_id?.$numberInt))
      .filter((id) => !holdsArray[id])
      .join(),
  );
  return holdsArray.includes(true) && ours === theirs && places === theirPlaces;
}

const elementsOfNoArray: Rule = {
  reason: 'does nothing where $[] or $[name] meets no array; MongoDB: the path must exist and be an array',
  applies: (difference) => isUpdate(difference) && difference.update.includes('$[') && difference.own.error === 2,
};

const fieldsAsWritten: Rule = {
  reason: 'adds fields in the order they are written; MongoDB 5.0 on: by their names',
  applies: (difference) => changedPaths(difference).length > 1 && same(difference, (text) => text),
};

const arraysInOrder: Rule = {
  reason: 'orders arrays in a way of its own; MongoDB: by the first key that an index on the sort would have',
  applies: ordersOnlyArraysOtherwise,
};

const parallelArrays: Rule = {
  reason: 'sorts by two arrays of a document at once; MongoDB refuses that',
  applies: ({ operation, own, other }) =>
    operation.kind === 'find' && Object.keys(operation.sort).length > 2 && own.error === 2 && other.error === null,
};

/** What the embedded database refuses by name, whatever the other server does. */
const refusals: readonly Rule[] = [
  {
    reason: 'a field named by a whole number that would not be one of the first, in ascending order, is refused',
    applies: ({ own, filter, update }) => own.error === 238 && /[".]\d+[".]/.test(`${filter}${update}`),
  },
];

/** Rules by server name; each was observed in a run. */
const rules: Readonly<Record<string, readonly Rule[]>> = {
  SecantusDB: [
    elementsOfNoArray,
    fieldsAsWritten,
    arraysInOrder,
    parallelArrays,
    {
      reason: 'sees no conflict between the elements of an array by position and by filter',
      applies: ({ own, other, update }) => own.error === 40 && other.error === null && update.includes('$['),
    },
    {
      reason: 'passes over elements of an array that can hold no field; MongoDB: a path through them is not viable',
      applies: ({ own, other, update }) => own.error === 28 && other.error === null && update.includes('$['),
    },
    {
      reason: '$mul and $inc change the places of a decimal whose number stays the same; MongoDB: they change nothing',
      applies: (difference) =>
        /"\$(mul|inc)"/.test(difference.update) &&
        same(difference, (text) =>
          withoutModified(text).replace(/(?<=\$numberDecimal":")[^"]*/g, (digits) => `${Number(digits)}`),
        ),
    },
    {
      reason: 'a replacement takes values from its filter; MongoDB: the _id alone',
      applies: ({ own, other, operation }) =>
        own.error === 11000 &&
        other.error === 54 &&
        operation.kind === 'update' &&
        !textOf(operation.update).startsWith('{"$'),
    },
    {
      reason: '$slice on a path through an array slices nothing',
      applies: ({ operation }) =>
        operation.kind === 'find' && /^\{"\w\.\w":\{"\$slice"/.test(textOf(operation.projection)),
    },
    {
      reason: '$mod knows no whole number beyond 2^53',
      applies: ({ filter, update, documents }) =>
        (filter + update).includes('"$mod"') && textOf(documents).includes('"9007199254740993"'),
    },
    {
      reason: '$mod looks into an array that a position leads to; the other operators do not',
      applies: ({ filter }) => /"\w(\.\w)*\.\d":\{[^{]*"\$mod"/.test(filter),
    },
    {
      reason: '$elemMatch passes over arrays among the elements; MongoDB: their positions are fields',
      applies: ({ documents, own, other, operation }) =>
        own.error === null &&
        other.error === null &&
        textOf(operation).includes('"$elemMatch":{') &&
        /\[(\[|[^\]]*,\[)/.test(textOf(documents)),
    },
    {
      reason: 'refuses $and, $or and $nor as the condition of an element',
      applies: ({ own, other, operation }) =>
        own.error === null && other.error === 2 && /"\$(elemMatch|pull)":.*"\$(and|or|nor)"/.test(textOf(operation)),
    },
    {
      reason: 'keeps the first half of an update that fails halfway in a document',
      applies: (difference) => bothFail(difference) && changedPaths(difference).length > 1,
    },
    {
      reason: 'an array that is too short for the index in a path counts as null; MongoDB: it has no value there',
      applies: ({ filter, operation }) =>
        /"\w(\.\w)*\.\d(\.\w)*":/.test(filter) && /null|"\$(min|max)Key"/.test(textOf(operation.filter)),
    },
    {
      reason: '$push with $sort by a field orders elements that are no documents; MongoDB: they are all equal',
      applies: (difference) => isUpdate(difference) && /"\$push":.*"\$sort":\{/.test(difference.update),
    },
    {
      reason: '$bit of a missing field forgets that the mask is a long',
      applies: (difference) =>
        difference.update.includes('"$bit"') &&
        same(difference, (text) => text.replaceAll('$numberInt', '$numberLong')),
    },
    { reason: '$all with null finds no missing field', applies: ({ filter }) => /"\$all":\[[^\]]*null/.test(filter) },
    {
      reason: 'an upsert takes a pattern of its filter for a value to store',
      applies: (difference) => isUpsert(difference) && /\$regularExpression|"pattern"/.test(difference.filter),
    },
  ],
  DocumentDB: [
    elementsOfNoArray,
    fieldsAsWritten,
    arraysInOrder,
    parallelArrays,
    { reason: 'fails with an error within', applies: ({ other }) => Number(other.error) > 100_000_000 },
    {
      reason:
        'counts what $push, $unset, NaN or Infinity left as it was as modified (MongoDB but for Infinity too; here bytes count)',
      applies: (difference) =>
        (/"\$push":.*"\$(slice|sort)"|"\$unset":.*\.[\d$]/.test(difference.update) ||
          /"(NaN|-?Infinity)"/.test(textOf(difference))) &&
        same(difference, withoutModified),
    },
    {
      reason: '$pull takes an array among the elements for a document',
      applies: ({ update, own, other }) =>
        /"\$pull":\{"[\w.]+":\{/.test(update) &&
        own.error === null &&
        other.error === null &&
        own.documents.length > other.documents.length,
    },
    { reason: 'fails with codes of its own, and undoes what a failed update of several has done', applies: bothFail },
    {
      reason: 'checks a projection only when it has found a document',
      applies: ({ own, other }) => (own.error === 31249 || own.error === 31250) && other.documents === '[]',
    },
    {
      reason: '$unset, $pull, $pullAll and $pop fail on a path that leads nowhere; MongoDB lets them be',
      applies: ({ own, other, update }) =>
        /\$(unset|pull|pullAll|pop)"/.test(update) && own.error === null && [2, 9, 28].includes(Number(other.error)),
    },
    {
      reason: 'sees a conflict of two paths only in a document that it changes, and none with $setOnInsert',
      applies: ({ own, other }) => own.error === 40 && other.error === null,
    },
    {
      reason: '$pull and $pop make the documents on the way to an array that is missing',
      applies: ({ update, own, other }) =>
        /\$(pull|pullAll|pop)"/.test(update) && own.error === null && other.documents.length > own.documents.length,
    },
    {
      reason: 'counts a replacement that changes nothing as modified',
      applies: ({ operation }) => operation.kind === 'update' && Object.keys(operation.update).length === 0,
    },
    {
      reason: 'adding nothing to a missing array makes no array',
      applies: ({ update, own, other }) =>
        /\$(push|addToSet)":.*"\$each"/.test(update) && own.documents.length > other.documents.length,
    },
    {
      reason: '$bit of a missing field makes an int of a long',
      applies: (difference) =>
        difference.update.includes('"$bit"') &&
        same(difference, (text) => text.replaceAll('$numberInt', '$numberLong')),
    },
    {
      reason: '$mul of a missing field forgets the exponent of a decimal, NaN and Infinity',
      applies: (difference) =>
        difference.update.includes('"$mul"') &&
        same(difference, (text) => text.replace(/"\$number\w+":"(-?0(\.0+)?(E[+-]\d+)?|NaN)"/g, '"":0')),
    },
    {
      reason: 'an upsert takes no value from $in with one value',
      applies: (difference) => isUpsert(difference) && difference.filter.includes('"$in"'),
    },
    {
      reason: 'finds no missing field between the least and the greatest key; MongoDB: all values compare with them',
      applies: ({ operation }) => /"(\$lte?":\{"\$maxKey|\$gte?":\{"\$minKey)"/.test(textOf(operation)),
    },
    {
      reason: '$all of nothing matches everything beside an _id; MongoDB: nothing',
      applies: ({ filter, own }) =>
        /^\{"_id":\d,.*"\$all":\[\]/.test(filter) &&
        (own.error === 11000 || own.documents.startsWith('[{"n":{"$numberInt":"0"}')),
    },
    {
      reason: 'finds bits in a decimal that is no whole number; MongoDB: none',
      applies: ({ documents, operation }) =>
        textOf(operation).includes('"$bits') && /"\$numberDecimal":"(-?\d+\.\d*[1-9]|NaN)/.test(textOf(documents)),
    },
    {
      reason: '$rename of a missing field makes the documents on the way to the new name, or fails there',
      applies: ({ update, own, other }) =>
        update.includes('"$rename"') &&
        own.error === null &&
        (other.error === 28 || other.documents.length > own.documents.length),
    },
    {
      reason: '$rename from a path that leads through a value does nothing; MongoDB: it is not viable',
      applies: ({ update, own, other }) => update.includes('"$rename"') && own.error === 28 && other.error === null,
    },
    {
      reason: '$min and $max do not order NaN before all numbers',
      applies: ({ documents, update, operation }) =>
        /"\$(min|max)"/.test(update) && textOf({ documents, operation }).includes('"NaN"'),
    },
    {
      reason: 'a field that an element lacks is not null for $not with $gte or $lte; MongoDB: it is',
      applies: ({ operation }) => /"\$elemMatch":.*"\$not":\{"\$[gl]te":null/.test(textOf(operation.filter)),
    },
    {
      reason: '$inc takes a boolean for a number',
      applies: ({ own, other, update }) => own.error === 14 && other.error === null && update.includes('"$inc"'),
    },
  ],
};

/** The reason why the other server's answer may differ; null if there is none. */
export function ruleFor(
  name: string,
  { documents, operation }: DifferentialCase,
  own: DifferentialResult,
  other: DifferentialResult,
): string | null {
  const filter = JSON.stringify(operation.filter);
  const update = operation.kind === 'update' ? JSON.stringify(operation.update) : '';
  const difference = { documents, operation, own, other, filter, update };
  return [...refusals, ...(rules[name] ?? [])].find(({ applies }) => applies(difference))?.reason ?? null;
}
