import { MongoServerError, type Document } from 'mongodb';
import { openTestDatabase, type TestDatabase } from './openTestDatabase';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

async function codeOf(run: Promise<unknown>): Promise<number | null> {
  try {
    await run;
    return null;
  } catch (error) {
    if (error instanceof MongoServerError) return Number(error.code);
    throw error;
  }
}

/** By the codes of MongoDB's source; no document is there that could meet them. */
test.each<[number | null, Document]>([
  [15969, { $project: 5 }],
  [51272, { $project: {} }],
  [51270, { $project: { a: {} } }],
  [51270, { $project: { a: { b: {} } } }],
  [16410, { $project: { $a: 1 } }],
  [40353, { $project: { 'a.': 1 } }],
  [40177, { $addFields: {} }],
  [40180, { $set: { a: {} } }],
  [16410, { $set: { 'a.$b': 1 } }],
  [31002, { $unset: 5 }],
  [31119, { $unset: [] }],
  [31120, { $unset: ['a', 5] }],
  [16410, { $unset: '$a' }],
  [40352, { $unset: '' }],
  [15976, { $sort: {} }],
  [15973, { $sort: 5 }],
  [2, { $sort: { a: 2 } }],
  [40156, { $count: 5 }],
  [40157, { $count: '' }],
  [40158, { $count: '$a' }],
  [40160, { $count: 'a.b' }],
  [9039800, { $count: '_id' }],
  [40169, { $facet: {} }],
  [40170, { $facet: { a: 5 } }],
  [40171, { $facet: { a: [{}] } }],
  [16410, { $facet: { $a: [] } }],
  [40600, { $facet: { a: [{ $facet: { b: [] } }] } }],
  [15981, { $unwind: 5 }],
  [28812, { $unwind: '' }],
  [28812, { $unwind: {} }],
  [28808, { $unwind: { path: 5 } }],
  [28818, { $unwind: 'a' }],
  [28809, { $unwind: { path: '$a', preserveNullAndEmptyArrays: 1 } }],
  [28810, { $unwind: { path: '$a', includeArrayIndex: '' } }],
  [28822, { $unwind: { path: '$a', includeArrayIndex: '$i' } }],
  [28811, { $unwind: { path: '$a', index: 'i' } }],
  [9, { $lookup: 5 }],
  [9, { $lookup: { from: 'items', as: 'r' } }],
  [9, { $lookup: { from: 'items', as: 'r', localField: 'a' } }],
  [9, { $lookup: { from: 'items', as: 'r', localField: 'a', foreignField: 'b', join: 1 } }],
  [9, { $lookup: { from: 5, as: 'r', pipeline: [] } }],
  [9, { $lookup: { from: 'items', as: 'r', pipeline: {} } }],
  [9, { $lookup: { from: 'items', as: 'r', pipeline: [], let: { Name: 1 } } }],
  [16410, { $lookup: { from: 'items', as: '$r', pipeline: [] } }],
  [40324, { $lookup: { from: 'items', as: 'r', pipeline: [{ $nothing: 1 }] } }],
  [40415, { $unionWith: { coll: 'items', pipelines: [] } }],
  [40324, { $unionWith: { coll: 'items', pipeline: [{ $nothing: 1 }] } }],
  [40235, { $group: { _id: null, 'a.b': { $sum: 1 } } }],
  [40236, { $group: { _id: null, $a: { $sum: 1 } } }],
  [2, { $match: { a: { $all: [{ $elemMatch: { $gt: 1 } }, 5] } } }],
  [2, { $match: { a: { $all: [5, { $elemMatch: { $gt: 1 } }] } } }],
  [9, { $match: { a: { $type: [] } } }],
  [40229, { $replaceRoot: 5 }],
  [40414, { $replaceRoot: {} }],
  [40415, { $replaceRoot: { newRoot: '$a', old: 1 } }],
  [null, { $project: { a: { b: 1 }, c: [] } }],
  [null, { $set: { a: { b: { $literal: {} } } } }],
  [null, { $facet: { a: [] } }],
  [null, { $lookup: { from: 'items', as: 'r.s', pipeline: [{ $match: { $expr: '$$v' } }], let: { v: '$a' } } }],
])('code %j for the stage %j', async (code, stage) => {
  expect(await codeOf(database.db.collection('nothing').aggregate([stage]).toArray())).toBe(code);
});

test.each<[number | null, Document]>([
  [2, { $push: { a: { $each: 5 } } }],
  [2, { $push: { a: { $each: [], $size: 1 } } }],
  [2, { $push: { a: { $each: [], $slice: 1.5 } } }],
  [2, { $push: { a: { $each: [], $slice: null } } }],
  [2, { $push: { a: { $each: [], $position: 'x' } } }],
  [2, { $push: { a: { $each: [], $sort: 2 } } }],
  [2, { $push: { a: { $each: [], $sort: {} } } }],
  [2, { $push: { a: { $each: [], $sort: { b: 'x' } } } }],
  [2, { $push: { a: { $each: [], $sort: 'b' } } }],
  [14, { $addToSet: { a: { $each: 5 } } }],
  [2, { $addToSet: { a: { $each: [], $slice: 1 } } }],
  [2, { $pullAll: { a: 5 } }],
  [9, { $pop: { a: 2 } }],
  [2, { $currentDate: { a: 1 } }],
  [2, { $currentDate: { a: {} } }],
  [2, { $currentDate: { a: { $type: 'time' } } }],
  [2, { $currentDate: { a: { type: 'date' } } }],
  [2, { $rename: { a: 5 } }],
  [56, { $rename: { a: '' } }],
  [52, { $rename: { a: '$b' } }],
  [2, { $rename: { a: 'b.$[]' } }],
  [null, { $push: { a: { $each: [], $slice: -1, $position: 0, $sort: { b: -1 } } } }],
  [null, { $currentDate: { a: false, b: { $type: 'timestamp' } } }],
])('code %j for the update %j', async (code, update) => {
  expect(await codeOf(database.db.collection('nothing').updateOne({}, update))).toBe(code);
});

test('$each that is not the first field is a value of $addToSet', async () => {
  const items = database.db.collection<{ _id: number; a: unknown[] }>('items');
  await items.insertOne({ _id: 1, a: [] });
  const value = { b: 1, $each: [2] };
  await items.updateOne({ _id: 1 }, { $addToSet: { a: value } } as Document);
  expect(await items.findOne()).toEqual({ _id: 1, a: [value] });
});
