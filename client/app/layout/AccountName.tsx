import { type SxProps, type Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { SessionUser } from '../../session/createSession';

/** Without a display name the e-mail is shown once, not twice. */
export function AccountName({ user: { displayName, email }, sx }: { user: SessionUser; sx: SxProps<Theme> }) {
  return (
    <Typography component="div" sx={[{ minWidth: 0, overflowWrap: 'anywhere' }, ...(Array.isArray(sx) ? sx : [sx])]}>
      {displayName && (
        <Typography variant="h6" component="p">
          <bdi>{displayName}</bdi>
        </Typography>
      )}
      <Typography variant="label" component="p" color="textSecondary" sx={{ fontWeight: 'fontWeightRegular' }}>
        {email}
      </Typography>
    </Typography>
  );
}
