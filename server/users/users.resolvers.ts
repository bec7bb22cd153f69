import type { Resolvers } from '../__generated__/resolvers';
import { connectionResolvers } from '../lists/connection';
import { listUsers } from './listUsers';
import type { Role, UserDocument } from './users.repository';
import {
  changeUserRole,
  createAccessToken,
  deleteUser,
  findMe,
  findRole,
  registerUser,
  updateProfile,
} from './users.service';

const roleName = (role: Role) => (role === 'admin' ? 'ADMIN' : 'USER');

export const usersResolvers: Resolvers = {
  Query: {
    me: (_, __, context) => findMe(context),
    users: (_, input, context) => listUsers(context, input),
    userRole: async (_, key, context) => roleName(await findRole(context, key)),
  },
  Mutation: {
    createAccessToken: async (_, { input }, context) => ({ token: await createAccessToken(context, input) }),
    registerUser: async (_, { input }, context) => ({ user: await registerUser(context, input) }),
    updateProfile: async (_, { input }, context) => ({ user: await updateProfile(context, input) }),
    changeUserRole: async (_, { input }, context) => ({ user: await changeUserRole(context, input) }),
    deleteUser: async (_, { input }, context) => ({ user: await deleteUser(context, input) }),
  },
  User: {
    id: ({ _id }) => _id,
    role: ({ role }) => roleName(role),
  },
  UserConnection: connectionResolvers((user: UserDocument) => user),
};
