import { useApolloClient } from '@apollo/client/react';
import { useEffect } from 'react';
import { refusalOf } from '../lib/refusal';

/** Somebody who may no longer do what a screen is for has been given another role meanwhile: the guards hear of it. */
export function useLostRight(error: unknown): void {
  const client = useApolloClient();
  useEffect(() => {
    if (refusalOf(error)?.code === 'FORBIDDEN') void client.refetchQueries({ include: ['UserRole'] });
  }, [client, error]);
}
