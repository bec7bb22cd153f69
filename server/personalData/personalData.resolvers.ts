import type { Resolvers } from '../__generated__/resolvers';
import { connectionResolvers } from '../lists/connection';
import type { PersonalDocument } from './personalData.repository';
import { listPersonalData } from './personalData.service';

const { edges, nodes, pageInfo } = connectionResolvers((record: PersonalDocument) => record);

export const personalDataResolvers: Resolvers = {
  Query: { myData: (_, input, context) => listPersonalData(context, input) },
  PersonalRecord: {
    id: ({ document }) => String(document['_id']),
    json: ({ document }) => JSON.stringify(document),
  },
  PersonalRecordConnection: { edges, nodes, pageInfo },
};
