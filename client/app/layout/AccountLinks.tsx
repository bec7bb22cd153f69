import Button from '@mui/material/Button';
import { Link, useNavigate } from 'react-router-dom';
import { useSession } from '../../session/SessionProvider';

/** While the session is loading nobody is assumed to be signed in; the row keeps its height. */
export function AccountLinks({ onChosen }: { onChosen?: () => void }) {
  const { status, user, signOut } = useSession();
  const navigate = useNavigate();

  async function leave() {
    try {
      await signOut();
      void navigate('/login');
    } catch (error) {
      // Section 8: a failed logout is only logged.
      console.error('Logout failed', error); // eslint-disable-line no-console -- the specification asks for it
    }
    onChosen?.();
  }

  if (status === 'signedIn' && user) {
    return (
      <>
        <span className="account-name" title={user.email}>
          {user.displayName || user.email}
        </span>
        <Button variant="outlined" size="small" onClick={() => void leave()}>
          Sign Out
        </Button>
      </>
    );
  }
  return (
    <>
      <Link to="/login" onClick={onChosen}>
        Sign In
      </Link>
      <Button component={Link} to="/register" size="small" onClick={onChosen}>
        Sign Up
      </Button>
    </>
  );
}
