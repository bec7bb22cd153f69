import { EJSON } from 'bson';
import type { Document } from 'mongodb';
import type { Answer } from './askDatabase';
import type { DifferentialQuestion } from './differentialCases';

interface Difference {
  readonly asked: DifferentialQuestion['asked'];
  readonly own: Answer;
  readonly other: Answer;
  /** The filter and the update, as text. */
  readonly filter: string;
  readonly update: string;
}

/** A difference in which another server is not as MongoDB's documentation, or its published source, has it. */
interface Rule {
  readonly reason: string;
  readonly applies: (difference: Difference) => boolean;
}

const isUpdate = ({ asked }: Difference) => asked.kind === 'update';
const sortsByPosition = ({ asked }: Difference) =>
  asked.kind === 'find' && Object.keys(asked.sort).some((path) => /\.\d/.test(path));
const isUpsert = ({ asked }: Difference) => asked.kind === 'update' && asked.options['upsert'] === true;
const bothFail = ({ own, other }: Difference) => own.error !== null && other.error !== null;

function changedPaths({ asked }: Difference): string[] {
  if (asked.kind === 'find' || Array.isArray(asked.update)) return [];
  return Object.values(asked.update).flatMap((fields) => Object.keys(fields as Document));
}

/** Whether the answers hold the same, each document's fields and the documents in any order. */
function sameInAnyOrder({ own, other }: Difference): boolean {
  const sorted = (text: string) => JSON.stringify(inOrder(JSON.parse(text || '[]'), true));
  return sorted(own.documents) === sorted(other.documents);
}

function inOrder(value: unknown, isTop = false): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => inOrder(item));
    return isTop ? items.map((item) => JSON.stringify(item)).sort() : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, field]) => [name, inOrder(field)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const elementsOfNoArray: Rule = {
  reason: 'does nothing where $[] or $[name] meets no array; MongoDB: the path must exist and be an array',
  applies: (difference) => isUpdate(difference) && difference.update.includes('$[') && difference.own.error !== null,
};

const fieldsAsWritten: Rule = {
  reason: 'adds fields in the order they are written; MongoDB 5.0 on: by their names',
  applies: (difference) => changedPaths(difference).length > 1 && sameInAnyOrder(difference),
};

/** By what the server says it is; each was seen in a run. */
const rules: Readonly<Record<string, readonly Rule[]>> = {
  SecantusDB: [
    elementsOfNoArray,
    fieldsAsWritten,
    {
      reason: 'keeps the first half of an update that fails halfway in a document',
      applies: (difference) => bothFail(difference) && changedPaths(difference).length > 1,
    },
    {
      reason: 'an array that is too short for the index in a path counts as null',
      applies: ({ filter }) => /"\w(\.\w)*\.\d(\.\w)*":/.test(filter) && filter.includes('null'),
    },
    {
      reason: '$push with $sort by a field orders elements that are no documents; MongoDB: they are all equal',
      applies: (difference) => isUpdate(difference) && /"\$push":.*"\$sort":\{/.test(difference.update),
    },
    {
      reason: '$bit of a missing field forgets that the mask is a long',
      applies: (difference) => isUpdate(difference) && difference.update.includes('"$bit"'),
    },
    { reason: '$all with null finds no missing field', applies: ({ filter }) => /"\$all":\[[^\]]*null/.test(filter) },
    {
      reason: 'an upsert takes a pattern of its filter for a value to store',
      applies: (difference) => isUpsert(difference) && /\$regularExpression|"pattern"/.test(difference.filter),
    },
    {
      reason: 'sorts an empty array that a position leads to after null; MongoDB: before it',
      applies: (difference) => sortsByPosition(difference) && sameInAnyOrder(difference),
    },
  ],
  DocumentDB: [
    elementsOfNoArray,
    fieldsAsWritten,
    { reason: 'fails with codes of its own, and undoes what a failed update of several has done', applies: bothFail },
    {
      reason: 'checks a projection only when it has found a document',
      applies: ({ own, other }) => (own.error === 31249 || own.error === 31250) && other.documents === '[]',
    },
    {
      reason: '$unset, $pull, $pullAll and $pop fail on a path that leads nowhere; MongoDB lets them be',
      applies: ({ own, other, update }) =>
        /\$(unset|pull|pullAll|pop)"/.test(update) && own.error === null && other.error === 28,
    },
    {
      reason: 'sees a conflict of two paths only in a document that it changes, and none with $setOnInsert',
      applies: ({ own, other }) => own.error === 40 && other.error === null,
    },
    {
      reason: '$pull and $pop make the documents on the way to an array that is missing',
      applies: (difference) => isUpdate(difference) && /\$(pull|pullAll|pop)"/.test(difference.update),
    },
    {
      reason: 'counts a replacement that changes nothing as modified',
      applies: ({ asked }) => asked.kind === 'update' && Object.keys(asked.update).length === 0,
    },
    {
      reason: 'adding nothing to a missing array makes no array',
      applies: (difference) => isUpdate(difference) && /\$(push|addToSet)":.*"\$each"/.test(difference.update),
    },
    {
      reason: '$bit of a missing field makes an int of a long',
      applies: (difference) => isUpdate(difference) && difference.update.includes('"$bit"'),
    },
    {
      reason: '$mul of a missing field forgets the exponent of a decimal, NaN and Infinity',
      applies: (difference) => isUpdate(difference) && difference.update.includes('"$mul"'),
    },
    {
      reason: 'sorts an empty array like null; MongoDB: before it',
      applies: (difference) => difference.asked.kind === 'find' && sameInAnyOrder(difference),
    },
    {
      reason: 'an upsert takes no value from $in with one value',
      applies: (difference) => isUpsert(difference) && difference.filter.includes('"$in"'),
    },
    {
      reason: 'finds no missing field below the greatest key; MongoDB: all values compare with it',
      applies: ({ asked }) => /"\$lte?":\{"\$maxKey"/.test(EJSON.stringify(asked.filter)),
    },
    {
      reason: '$rename of a missing field makes the documents on the way to the new name',
      applies: (difference) => isUpdate(difference) && difference.update.includes('"$rename"'),
    },
    {
      reason: '$min and $max do not order NaN before all numbers',
      applies: ({ asked }) => asked.kind === 'update' && /"\$(min|max)":.*"NaN"/.test(EJSON.stringify(asked.update)),
    },
    {
      reason: '$type does not look into an array that a position leads to; the other operators do',
      applies: ({ filter }) => /"\w(\.\w)*\.\d":\{"\$type"/.test(filter),
    },
    {
      reason: '$mod knows no whole number beyond 2^53',
      applies: ({ filter, own, other }) =>
        filter.includes('"$mod"') && (own.documents + other.documents).includes('"900719925474099'),
    },
    {
      reason: '$inc takes a boolean for a number',
      applies: ({ own, other, update }) => own.error === 14 && other.error === null && update.includes('"$inc"'),
    },
  ],
};

/** Why the other server may answer differently; null where it may not. */
export function ruleFor(name: string, { asked }: DifferentialQuestion, own: Answer, other: Answer): string | null {
  const filter = JSON.stringify(asked.filter);
  const update = asked.kind === 'update' ? JSON.stringify(asked.update) : '';
  const difference = { asked, own, other, filter, update };
  return rules[name]?.find(({ applies }) => applies(difference))?.reason ?? null;
}
