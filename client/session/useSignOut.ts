import { useNavigate } from 'react-router-dom';
import { confirmLeaving } from '../ui/leaveGuard';
import { useSession } from './SessionProvider';

/** Leads to /login; a failure is only logged (section 8). */
export function useSignOut(): () => void {
  const { signOut } = useSession();
  const navigate = useNavigate();
  const leave = async (stay: () => void) => {
    try {
      await signOut();
    } catch (error) {
      console.error('Logout failed', error); // eslint-disable-line no-console -- the specification asks for it
      return stay();
    }
    // A guard may have redirected already. Without a return path: the next user may be another one.
    void navigate('/login', { replace: location.pathname === '/login' });
  };
  return () => confirmLeaving((stay) => void leave(stay));
}
