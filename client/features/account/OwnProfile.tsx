import { useQuery } from '@apollo/client/react';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { OwnProfileDocument } from '../../__generated__/lazyOperations';
import type { SessionUser } from '../../session/createSession';
import { useRole } from '../../session/useRole';
import { Avatar } from '../../ui/Avatar';
import { Facts } from '../../ui/Facts';
import { Link } from '../../ui/Link';
import { LoadFailure } from '../../ui/LoadFailure';
import { Panel } from '../../ui/Panel';
import { RoleChip } from '../../ui/RoleChip';
import { DownloadMyData } from './DownloadMyData';
import { EmailStatus } from './EmailStatus';
import { ProfileForm } from './ProfileForm';

const account = { gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'auto 1fr' }, gap: { xs: 2, sm: 3 } };

export function OwnProfile({ user }: { user: SessionUser }) {
  const { data, error, refetch } = useQuery(OwnProfileDocument, {
    fetchPolicy: 'cache-and-network',
    context: { needsCaller: true },
  });
  const { status, role } = useRole();
  const me = data?.me;
  const name = me?.name ?? user.displayName;
  const photoURL = me?.photoURL ?? user.photoURL;
  return (
    <>
      <Paper variant="panel" component="section" aria-label="Your account" sx={account}>
        <Avatar name={name || user.email} photoURL={photoURL} size="large" />
        <Facts
          facts={{
            Name: name || '-',
            Email: <EmailStatus user={user} />,
            Role: status === 'loading' ? 'Loading...' : <RoleChip role={role} />,
            Password: (
              <Link color="primary" to="/account/action" state={{ email: user.email }}>
                Reset your password
              </Link>
            ),
          }}
        />
      </Paper>
      <Panel title="How the shop calls you">
        <Typography variant="inherit" id="photo-words" color="textSecondary">
          The photo is the web address of a picture. Without one your initials are shown.
        </Typography>
        {!data && !error && <p role="status">Loading...</p>}
        {data && <ProfileForm profile={{ name, photoURL }} />}
        {!data && error && (
          <LoadFailure sentence="Failed to load your profile" onRetry={() => void refetch().catch(() => undefined)} />
        )}
      </Panel>
      <DownloadMyData />
    </>
  );
}
