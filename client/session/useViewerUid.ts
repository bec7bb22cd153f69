import { hasAccessToken } from './accessToken';
import { useSession } from './SessionProvider';

/** '' for nobody. Undefined while it is not known yet: where nobody was signed in before, nobody is until they have signed in. */
export function useViewerUid(): string | undefined {
  const { status, user } = useSession();
  if (status === 'loading' && hasAccessToken()) return undefined;
  return user?.uid ?? '';
}
