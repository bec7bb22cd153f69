import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Toolbar from '@mui/material/Toolbar';
import Typography from '@mui/material/Typography';
import { type Ref, Suspense, useRef, useState } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { dashboardIcons } from '../../features/dashboard/dashboardIcons';
import { DashboardLinks } from '../../features/dashboard/DashboardLinks';
import { useUnreadMessages } from '../../features/dashboard/useUnreadMessages';
import type { SessionUser } from '../../session/createSession';
import { useSession } from '../../session/SessionProvider';
import { type RoleState, useRole } from '../../session/useRole';
import { useSignOut } from '../../session/useSignOut';
import { DashboardTheme } from '../../theme/DashboardTheme';
import { rem } from '../../theme/typography';
import { SvgIcon } from '../../ui/SvgIcon';
import { Icon } from '../../ui/Icon';
import { PageSpinner } from '../../ui/PageSpinner';
import { SideDrawer } from '../../ui/SideDrawer';
import { useHeightVariable } from '../../ui/useHeightVariable';

/** Below the header, which is lower on narrow screens. */
const frame = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: `min(${rem(232)}, 30vw) minmax(0, 1fr)` },
  minHeight: { xs: `calc(100vh - ${rem(60)})`, md: `calc(100vh - ${rem(72)})` },
  typography: 'dense',
  '@media print': { display: 'block' },
};
const side = {
  display: { xs: 'none', md: 'block' },
  borderRight: 1,
  borderColor: 'divider',
  bgcolor: 'background.sunken',
  '@media print': { display: 'none' },
};
const links = {
  position: 'sticky',
  top: rem(72),
  height: `calc(100vh - ${rem(72)})`,
  p: '20px 14px',
  overflowY: 'auto',
};
const gutter = { xs: 2.25, sm: 3, md: 4.5 };
const bar = {
  flexWrap: 'wrap',
  gap: { xs: 0.5, sm: 2 },
  minHeight: { xs: rem(64), md: rem(72) },
  px: gutter,
  py: 1,
  borderBottom: 1,
  borderColor: 'divider',
};
const welcome = { flex: `1 1 ${rem(120)}`, minWidth: 0, overflowWrap: 'anywhere' } as const;
const page = {
  display: 'grid',
  // A wide table scrolls internally: it must not widen its page.
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 2.5,
  justifyItems: 'start',
  maxWidth: rem(1472),
  px: gutter,
  pt: { xs: 2.5, md: 3.5 },
  pb: { xs: 10.75, md: 14.75 },
  '& > *': { maxWidth: '100%' },
};

export function DashboardLayout() {
  const { user } = useSession();
  const role = useRole();
  const unread = useUnreadMessages(role);
  const { pathname } = useLocation();
  // Open on the current location only: any navigation closes it.
  const [openAt, setOpenAt] = useState<string>();
  const top = useRef<HTMLDivElement>(null);
  // Toasts stay below it.
  useHeightVariable(top, '--bar-height');
  if (!user) return null;

  return (
    <DashboardTheme>
      <Box sx={frame}>
        <Box sx={side}>
          <Stack sx={links}>
            <DashboardLinks role={role} unread={unread} />
          </Stack>
        </Box>
        <Box sx={{ minWidth: 0 }}>
          <Bar ref={top} user={user} role={role} onMenu={() => setOpenAt(pathname)} />
          <Box data-testid="dashboard-page" sx={page}>
            {/* Menu and bar do not wait for the page's code. */}
            <Suspense fallback={<PageSpinner />}>
              <Outlet />
            </Suspense>
          </Box>
        </Box>
        <SideDrawer open={openAt === pathname} side="left" title="Dashboard" onClose={() => setOpenAt(undefined)}>
          <DashboardLinks role={role} unread={unread} onChosen={() => setOpenAt(undefined)} />
        </SideDrawer>
      </Box>
    </DashboardTheme>
  );
}

interface BarProps {
  ref: Ref<HTMLDivElement>;
  user: SessionUser;
  role: RoleState;
  onMenu: () => void;
}

function Bar({ ref, user, role, onMenu }: BarProps) {
  const signOut = useSignOut();
  return (
    <Toolbar ref={ref} data-testid="dashboard-bar" sx={bar}>
      <IconButton
        sx={{ display: { md: 'none' }, ml: -1.5 }}
        aria-label="Open dashboard menu"
        aria-haspopup="dialog"
        onClick={onMenu}
      >
        <Icon name="menu" />
      </IconButton>
      <Typography variant="body2" data-testid="welcome" sx={welcome}>
        {role.status === 'loading' ? (
          'Loading...'
        ) : (
          <>
            Welcome,{' '}
            <b>
              <bdi>{user.displayName || user.email}</bdi>
            </b>{' '}
            <Typography variant="inherit" component="span" color="textSecondary">
              ({role.role})
            </Typography>
          </>
        )}
      </Typography>
      <Button
        variant="quiet"
        size="small"
        startIcon={<SvgIcon lines={dashboardIcons.out} size={16} />}
        onClick={signOut}
      >
        Logout
      </Button>
    </Toolbar>
  );
}
