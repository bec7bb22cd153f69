import { useNavigate } from 'react-router-dom';
import { askBeforeLeaving } from '../ui/leaving';
import { useSession } from './SessionProvider';

/** Sign Out and the dashboard's Logout: to /login, or, when it fails, nowhere (section 8: only logged). */
export function useSignOut(): () => void {
  const { signOut } = useSession();
  const navigate = useNavigate();
  const leave = async () => {
    try {
      await signOut();
    } catch (error) {
      console.error('Logout failed', error); // eslint-disable-line no-console -- the specification asks for it
      return;
    }
    // A guard may have led there already; whoever signs in next is not led back to where this person was.
    void navigate('/login', { replace: location.pathname === '/login' });
  };
  return () => askBeforeLeaving(() => void leave());
}
