import { useQuery } from '@apollo/client/react';
import { UnreadContactMessagesDocument } from '../../__generated__/lazyOperations';
import type { RoleState } from '../../session/useRole';

/** The number of unread messages of the contact page; 0 for other roles, and while it loads. */
export function useUnreadMessages({ role }: RoleState): number {
  const { data } = useQuery(UnreadContactMessagesDocument, {
    skip: role !== 'admin',
    // Opening the dashboard again counts new messages.
    fetchPolicy: 'cache-and-network',
  });
  return data?.unreadContactMessages ?? 0;
}
