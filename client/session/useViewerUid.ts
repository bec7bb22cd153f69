import { hasAccessToken } from './accessToken';
import { useSession } from './SessionProvider';

/** '' without a user. Undefined while it is unknown, which is only possible where an access token is stored. */
export function useViewerUid(): string | undefined {
  const { status, user } = useSession();
  if (status === 'loading' && hasAccessToken()) return undefined;
  return user?.uid ?? '';
}
