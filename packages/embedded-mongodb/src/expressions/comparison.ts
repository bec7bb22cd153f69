import { Int32 } from 'bson';
import { compareValues } from '../keyEncoding';
import { binary, type Operators } from './operator';

const compared = (holds: (order: number) => boolean) => binary((a, b) => holds(compareValues(a, b)));

export const comparison: Operators = {
  $cmp: binary((a, b) => new Int32(Math.sign(compareValues(a, b)))),
  $eq: compared((order) => order === 0),
  $ne: compared((order) => order !== 0),
  $gt: compared((order) => order > 0),
  $gte: compared((order) => order >= 0),
  $lt: compared((order) => order < 0),
  $lte: compared((order) => order <= 0),
};
