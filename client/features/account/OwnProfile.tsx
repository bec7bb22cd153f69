import { useQuery } from '@apollo/client/react';
import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { OwnProfileDocument } from '../../__generated__/lazyOperations';
import type { SessionUser } from '../../session/createSession';
import { useRole } from '../../session/useRole';
import { Avatar } from '../../ui/Avatar';
import { ErrorAlert } from '../../ui/ErrorAlert';
import { DownloadMyData } from './DownloadMyData';
import { EmailStatus } from './EmailStatus';
import { ProfileForm } from './ProfileForm';
import './ownProfile.css';

export function OwnProfile({ user }: { user: SessionUser }) {
  const { data, error, refetch } = useQuery(OwnProfileDocument, { fetchPolicy: 'cache-and-network' });
  const { status, role } = useRole();
  const me = data?.me;
  const name = me?.name ?? user.displayName;
  const photoURL = me?.photoURL ?? user.photoURL;
  return (
    <>
      <section className="card-box profile" aria-label="Your account">
        <Avatar name={name || user.email} photoURL={photoURL} />
        <dl className="facts-list">
          <dt>Name</dt>
          <dd>{name || '-'}</dd>
          <dt>Email</dt>
          <dd>
            <EmailStatus user={user} />
          </dd>
          <dt>Role</dt>
          <dd>
            {status === 'loading' ? (
              'Loading...'
            ) : (
              <span className={`pill ${role === 'admin' ? 'admin' : 'idle'}`}>{role}</span>
            )}
          </dd>
          <dt>Password</dt>
          <dd>
            <Link className="profile-link" to="/account/action" state={{ email: user.email }}>
              Reset your password
            </Link>
          </dd>
        </dl>
      </section>
      <section className="card-box" aria-labelledby="edit-profile">
        <h2 id="edit-profile">How the shop calls you</h2>
        <p id="photo-words" className="muted">
          The photo is the web address of a picture. Without one your initials are shown.
        </p>
        {!data && !error && <p role="status">Loading...</p>}
        {data && <ProfileForm profile={{ name, photoURL }} />}
        {!data && error && (
          <div className="table-failure">
            <ErrorAlert sentence="Failed to load your profile" />
            <Button variant="outlined" className="ink" onClick={() => void refetch().catch(() => undefined)}>
              Try again
            </Button>
          </div>
        )}
      </section>
      <DownloadMyData />
    </>
  );
}
