import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { lazyModule } from '../../lib/lazyModule';
import { type SessionUser } from '../../session/createSession';
import { useSession } from '../../session/SessionProvider';
import { initials } from '../../lib/initials';
import { Avatar } from '../../ui/Avatar';
import { lazyComponent } from '../../ui/lazyComponent';
import { Link } from '../../ui/Link';

const menu = lazyModule(() => import('./AccountMenu'));
const AccountMenu = lazyComponent(menu, 'AccountMenu', {
  title: 'The account menu',
  overlay: ({ anchor, onClose }) => ({ isOpen: anchor !== undefined, close: onClose }),
});

/** Anonymous while the session loads; the row keeps its height. */
export function AccountControl() {
  const { user } = useSession();
  if (user) return <AccountButton user={user} />;
  return (
    <>
      <Link to="/login">Sign In</Link>
      <Button component={RouterLink} to="/register" size="small">
        Sign Up
      </Button>
    </>
  );
}

function AccountButton({ user }: { user: SessionUser }) {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [wanted, setWanted] = useState(false);
  const name = user.displayName || user.email;
  return (
    <>
      <IconButton
        // What is visible is part of the name, for people who operate the shop by speech.
        aria-label={`Account menu, ${name}, ${initials(name)}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onPointerEnter={menu.prefetch}
        onFocus={menu.prefetch}
        onClick={({ currentTarget }) => {
          setWanted(true);
          setAnchor(currentTarget);
        }}
      >
        <Avatar name={name} photoURL={user.photoURL} />
      </IconButton>
      {wanted && <AccountMenu user={user} anchor={anchor} onClose={() => setAnchor(undefined)} />}
    </>
  );
}
