import { Link, NavLink } from 'react-router-dom';
import type { RoleState } from '../../session/useRole';
import { Icon } from '../../ui/Icon';
import { SvgIcon } from '../../ui/SvgIcon';
import { dashboardIcons } from './dashboardIcons';
import { dashboardLinks } from './dashboardLinks';

interface Props {
  role: RoleState;
  onChosen?: () => void;
}

export function DashboardLinks({ role, onChosen }: Props) {
  return (
    <>
      <nav className="dash-links" aria-label="Dashboard">
        {dashboardLinks(role).map(({ path, label, icon }) => (
          <NavLink key={path} to={path} onClick={onChosen}>
            <SvgIcon lines={dashboardIcons[icon]} />
            {label}
          </NavLink>
        ))}
      </nav>
      <p className="dash-back">
        <Link to="/" onClick={onChosen}>
          <Icon name="back" />
          Back to the shop
        </Link>
      </p>
    </>
  );
}
