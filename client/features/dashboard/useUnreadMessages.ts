import { useQuery } from '@apollo/client/react';
import { UnreadContactMessagesDocument } from '../../__generated__/lazyOperations';
import type { RoleState } from '../../session/useRole';

/** How many messages of the contact page no admin has read; 0 for others, and while it is not known. */
export function useUnreadMessages({ role }: RoleState): number {
  const { data } = useQuery(UnreadContactMessagesDocument, {
    skip: role !== 'admin',
    // What came in since the dashboard was open last is counted.
    fetchPolicy: 'cache-and-network',
  });
  return data?.unreadContactMessages ?? 0;
}
