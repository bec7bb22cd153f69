import { useQuery } from '@apollo/client/react';
import { type UserRole, UserRoleDocument } from '../__generated__/operations';
import { useSession } from './SessionProvider';

export interface RoleState {
  /** Guards do not redirect while it is loading; a failed lookup counts as 'user' (decision 26). */
  status: 'loading' | 'known' | 'failed';
  role: 'user' | 'admin';
}

const words: Record<UserRole, RoleState['role']> = { USER: 'user', ADMIN: 'admin' };

/** Queried per signed-in e-mail (section 6). */
export function useRole(): RoleState {
  const { user } = useSession();
  const email = user?.email ?? '';
  const { data, error } = useQuery(UserRoleDocument, { variables: { email }, skip: email === '' });
  if (data) return { status: 'known', role: words[data.userRole] };
  return { status: error ? 'failed' : 'loading', role: 'user' };
}
