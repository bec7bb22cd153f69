import Fade from '@mui/material/Fade';
import MenuItem from '@mui/material/MenuItem';
import MenuList from '@mui/material/MenuList';
import Popover from '@mui/material/Popover';
import { Link } from 'react-router-dom';
import type { SessionUser } from '../../session/createSession';
import { useRole } from '../../session/useRole';
import { useSignOut } from '../../session/useSignOut';
import { rem } from '../../theme/typography';
import { useCloseOnBack } from '../../ui/useCloseOnBack';
import { AccountName } from './AccountName';

interface Props {
  user: SessionUser;
  anchor: HTMLElement | undefined;
  onClose: () => void;
}

const widthUpTo = (px: number) => `min(${rem(px)}, calc(100vw - 32px))`;

/** Loaded when first opened, to keep menus out of the first load. It has no entrance: clicks on a growing target are lost. */
export function AccountMenu({ user, anchor, onClose }: Props) {
  const { role } = useRole();
  const signOut = useSignOut();
  useCloseOnBack(anchor !== undefined, onClose);
  return (
    <Popover
      open={anchor !== undefined}
      anchorEl={anchor ?? null}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slots={{ transition: Fade }}
      slotProps={{ paper: { sx: { mt: 1, minWidth: widthUpTo(220), maxWidth: widthUpTo(320) } } }}
    >
      <AccountName user={user} sx={{ p: '16px 16px 12px', borderBottom: 1, borderColor: 'divider' }} />
      <MenuList autoFocusItem={anchor !== undefined} aria-label="Account">
        <MenuItem component={Link} to="/dashboard" onClick={onClose}>
          Dashboard
        </MenuItem>
        <MenuItem component={Link} to="/dashboard/orders" onClick={onClose}>
          Orders
        </MenuItem>
        {role === 'admin' && (
          <MenuItem component={Link} to="/admin" onClick={onClose}>
            Admin Panel
          </MenuItem>
        )}
        <MenuItem
          onClick={() => {
            onClose();
            signOut();
          }}
        >
          Sign Out
        </MenuItem>
      </MenuList>
    </Popover>
  );
}
