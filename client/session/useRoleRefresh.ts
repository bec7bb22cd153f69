import { useApolloClient } from '@apollo/client/react';
import { useEffect } from 'react';
import { apiErrorOf } from '../lib/apiError';

/** A FORBIDDEN on a screen that was allowed before means that the role has changed: refetches it, so that the guards redirect. */
export function useRoleRefresh(error: unknown): void {
  const client = useApolloClient();
  useEffect(() => {
    if (apiErrorOf(error)?.code === 'FORBIDDEN') void client.refetchQueries({ include: ['UserRole'] });
  }, [client, error]);
}
