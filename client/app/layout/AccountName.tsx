import type { SessionUser } from '../../session/createSession';

/** Without a display name the e-mail is shown once, not twice. */
export function AccountName({ user: { displayName, email } }: { user: SessionUser }) {
  return (
    <p className="account-name">
      {displayName && (
        <b>
          <bdi>{displayName}</bdi>
        </b>
      )}
      <span>{email}</span>
    </p>
  );
}
