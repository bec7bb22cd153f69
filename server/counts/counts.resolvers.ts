import type { Resolvers } from '../__generated__/resolvers';
import { getCounts } from './counts.service';

export const countsResolvers: Resolvers = {
  Query: { counts: (_, __, context) => getCounts(context) },
};
