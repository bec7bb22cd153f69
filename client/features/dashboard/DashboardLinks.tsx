import List from '@mui/material/List';
import ListItemButton from '@mui/material/ListItemButton';
import { Link, NavLink } from 'react-router-dom';
import type { RoleState } from '../../session/useRole';
import { Count } from '../../ui/Count';
import { Icon } from '../../ui/Icon';
import { SvgIcon } from '../../ui/SvgIcon';
import { dashboardIcons } from './dashboardIcons';
import { dashboardLinks, messagesPath } from './dashboardLinks';

interface Props {
  role: RoleState;
  /** Unread messages of the contact page. */
  unread: number;
  /** Links in a drawer close it. */
  onChosen?: () => void;
}

const links = { display: 'grid', gap: 0.25 };
const back = { mt: 'auto' };
const badge = { ml: 'auto', whiteSpace: 'nowrap' };
const inDrawer = { px: 2, py: 1 };

const unreadWords = (unread: number) => `${unread > 99 ? '99+' : unread} unread`;

export function DashboardLinks({ role, unread, onChosen }: Props) {
  const drawer = onChosen && inDrawer;
  return (
    <>
      <List component="nav" aria-label="Dashboard" dense={!drawer} disablePadding sx={{ ...links, ...drawer }}>
        {dashboardLinks(role).map(({ path, label, icon }) => (
          <ListItemButton key={path} component={NavLink} to={path} onClick={onChosen}>
            <SvgIcon lines={dashboardIcons[icon]} />
            {label} {path === messagesPath && unread > 0 && <Count sx={badge}>{unreadWords(unread)}</Count>}
          </ListItemButton>
        ))}
      </List>
      <List
        component="div"
        dense={!drawer}
        disablePadding
        sx={{ ...back, ...drawer, borderTop: drawer && 1, borderColor: 'divider' }}
      >
        <ListItemButton component={Link} to="/" onClick={onChosen}>
          <Icon name="back" />
          Back to the shop
        </ListItemButton>
      </List>
    </>
  );
}
