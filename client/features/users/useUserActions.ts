import type { ApolloCache } from '@apollo/client';
import { useMutation } from '@apollo/client/react';
import { useRef, useState } from 'react';
import { type UserRole } from '../../__generated__/operations';
import { ChangeUserRoleDocument, DeleteUserDocument } from '../../__generated__/lazyOperations';
import { apiErrorOf } from '../../lib/apiError';
import { useSession } from '../../session/SessionProvider';
import { errorToast, showToast, toast } from '../../ui/toast';
import type { UserRow } from './useUsers';

export const ownRole = 'You cannot change your own role!';
export const ownAccount = 'You cannot delete your own account!';

const undoMs = 10_000;

const otherRole = (role: UserRole): UserRole => (role === 'ADMIN' ? 'USER' : 'ADMIN');

export const roleLabels: Record<UserRole, string> = { USER: 'user', ADMIN: 'admin' };

interface UserList {
  nodes: readonly { __ref: string }[];
  totalCount: number;
  totalCountIsExact: boolean;
}

/**
 * From every cached list, or from those filtered by the role that the user has no longer; those of the present role are
 * fetched again, because only the server knows the user's place in them.
 */
function removeFromLists(cache: ApolloCache, user: Pick<UserRow, 'id'>, left?: UserRole): void {
  const ref = cache.identify({ __typename: 'User', id: user.id });
  cache.modify<{ users: UserList }>({
    fields: {
      users: (list, { storeFieldName, DELETE }) => {
        const isOf = (role: UserRole) => storeFieldName.includes(`"role":"${role}"`);
        if (left && isOf(otherRole(left))) return DELETE;
        if (left && !isOf(left)) return list;
        const { nodes, totalCount, totalCountIsExact } = list as UserList;
        const others = nodes.filter(({ __ref }) => __ref !== ref);
        const gone = totalCountIsExact ? nodes.length - others.length : 0;
        return { ...(list as UserList), nodes: others, totalCount: totalCount - gone };
      },
    },
  });
}

/**
 * One action at a time per user; the server enforces the same rules (decision 12). A changed role removes the user from
 * lists filtered by the old one.
 */
export function useUserActions(listed: UserRole | '', onRemoved: () => void) {
  const { user: viewer } = useSession();
  const [changeRole] = useMutation(ChangeUserRoleDocument);
  const [deleteUser] = useMutation(DeleteUserDocument);
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const running = useRef(new Set<string>());

  async function runExclusively(id: string, failure: string, work: () => Promise<void>): Promise<void> {
    if (running.current.has(id)) return;
    running.current.add(id);
    setBusy(new Set(running.current));
    try {
      await work();
    } catch (error) {
      errorToast(failure, apiErrorOf(error)?.message);
    } finally {
      running.current.delete(id);
      setBusy(new Set(running.current));
    }
  }

  function setRole(user: UserRow, role: UserRole, isUndo = false): void {
    const { id, name } = user;
    void runExclusively(id, 'Failed to update role', async () => {
      await changeRole({
        variables: { input: { id, role } },
        update: (cache) => removeFromLists(cache, user, otherRole(role)),
      });
      showToast({
        message: `Role updated to ${roleLabels[role]}`,
        detail: name,
        kind: 'success',
        duration: undoMs,
        // The undo itself has no undo.
        ...(!isUndo && { action: { label: 'Undo', run: () => setRole(user, otherRole(role), true) } }),
      });
      if (listed !== '') onRemoved();
    });
  }

  const isOwn = ({ id }: UserRow) => id === viewer?.uid;
  return {
    busy,
    isOwn,
    toggleRole: (user: UserRow) => (isOwn(user) ? errorToast(ownRole) : setRole(user, otherRole(user.role))),
    remove: (user: UserRow) => {
      const { id } = user;
      if (isOwn(user)) return errorToast(ownAccount);
      return void runExclusively(id, 'Failed to delete user', async () => {
        await deleteUser({ variables: { input: { id } }, update: (cache) => removeFromLists(cache, user) });
        toast('User deleted successfully', 'success');
        onRemoved();
      });
    },
  };
}
