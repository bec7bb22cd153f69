import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { useSession } from '../../session/SessionProvider';
import { useRole } from '../../session/useRole';
import { useSignOut } from '../../session/useSignOut';
import { AccountName } from './AccountName';

/** The account's links as the narrow menu shows them: all in sight. */
export function AccountLinks({ onChosen }: { onChosen: () => void }) {
  const { user } = useSession();
  const { role } = useRole();
  const signOut = useSignOut();
  if (!user) {
    return (
      <>
        <Link to="/login" onClick={onChosen}>
          Sign In
        </Link>
        <Button component={Link} to="/register" onClick={onChosen}>
          Sign Up
        </Button>
      </>
    );
  }
  return (
    <>
      <Link to="/dashboard" onClick={onChosen}>
        Dashboard
      </Link>
      {role === 'admin' && (
        <Link to="/admin" onClick={onChosen}>
          Admin Panel
        </Link>
      )}
      <AccountName user={user} />
      <Button
        variant="outlined"
        className="ink"
        onClick={() => {
          onChosen();
          signOut();
        }}
      >
        Sign Out
      </Button>
    </>
  );
}
