import Button from '@mui/material/Button';
import { Link as RouterLink } from 'react-router-dom';
import { useSession } from '../../session/SessionProvider';
import { useRole } from '../../session/useRole';
import { useSignOut } from '../../session/useSignOut';
import { Link } from '../../ui/Link';
import { AccountName } from './AccountName';

/** The account's links in the narrow menu, always expanded. */
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
        <Button component={RouterLink} to="/register" sx={{ mt: 1.25 }} onClick={onChosen}>
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
      <Link to="/dashboard/orders" onClick={onChosen}>
        Orders
      </Link>
      {role === 'admin' && (
        <Link to="/admin" onClick={onChosen}>
          Admin Panel
        </Link>
      )}
      <AccountName user={user} sx={{ mt: 1.25 }} />
      <Button
        variant="ink"
        sx={{ mt: 1.25 }}
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
