import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useRef, useState } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { dashboardIcons } from '../../features/dashboard/dashboardIcons';
import { DashboardLinks } from '../../features/dashboard/DashboardLinks';
import { useSession } from '../../session/SessionProvider';
import { useRole } from '../../session/useRole';
import { useSignOut } from '../../session/useSignOut';
import { SvgIcon } from '../../ui/SvgIcon';
import { Icon } from '../../ui/Icon';
import { SideDrawer } from '../../ui/SideDrawer';
import { useHeightVariable } from '../../ui/useHeightVariable';
import './dashboard.css';

export function DashboardLayout() {
  const { user } = useSession();
  const role = useRole();
  const signOut = useSignOut();
  const { pathname } = useLocation();
  // Open on this very page: going anywhere closes it.
  const [openAt, setOpenAt] = useState<string>();
  const bar = useRef<HTMLDivElement>(null);
  // Toasts stay below it.
  useHeightVariable(bar, '--dash-bar-height');
  if (!user) return null;

  return (
    <div className="dash">
      <div className="dash-side wide">
        <div>
          <DashboardLinks role={role} />
        </div>
      </div>
      <div className="dash-main">
        <div ref={bar} className="dash-bar">
          <IconButton
            className="narrow"
            aria-label="Open dashboard menu"
            aria-haspopup="dialog"
            onClick={() => setOpenAt(pathname)}
          >
            <Icon name="menu" />
          </IconButton>
          <p className="welcome">
            {role.status === 'loading' ? (
              'Loading...'
            ) : (
              <>
                Welcome,{' '}
                <b>
                  <bdi>{user.displayName || user.email}</bdi>
                </b>{' '}
                <span className="muted">({role.role})</span>
              </>
            )}
          </p>
          <Button
            variant="outlined"
            size="small"
            className="quiet"
            startIcon={<SvgIcon lines={dashboardIcons.out} />}
            onClick={signOut}
          >
            Logout
          </Button>
        </div>
        <div className="dash-page">
          <Outlet />
        </div>
      </div>
      <SideDrawer
        open={openAt === pathname}
        side="left"
        title="Dashboard"
        className="dash-drawer"
        onClose={() => setOpenAt(undefined)}
      >
        <DashboardLinks role={role} onChosen={() => setOpenAt(undefined)} />
      </SideDrawer>
    </div>
  );
}
