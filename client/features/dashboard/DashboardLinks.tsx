import { NavLink } from 'react-router-dom';
import type { RoleState } from '../../session/useRole';
import { Icon } from '../../ui/Icon';
import { dashboardLinks } from './dashboardLinks';

interface Props {
  role: RoleState;
  onChosen?: () => void;
}

export function DashboardLinks({ role, onChosen }: Props) {
  return (
    <nav className="dash-links" aria-label="Dashboard">
      {dashboardLinks(role).map(({ path, label, icon }) => (
        <NavLink key={path} to={path} onClick={onChosen}>
          <Icon name={icon} />
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
