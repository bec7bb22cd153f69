import Avatar from '@mui/material/Avatar';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import type { DemoIdentity } from '../../session/firebaseSession';
import { rem } from '../../theme/typography';
import { useCloseOnBack } from '../../ui/useCloseOnBack';

export interface DemoAccountDialogProps {
  identities: readonly DemoIdentity[];
  onChoose: (account: DemoIdentity | null) => void;
}

const identity = {
  gap: 1.5,
  minHeight: rem(52),
  px: 1,
  borderRadius: 1,
  color: 'text.primary',
  overflowWrap: 'anywhere',
  '&:hover': { bgcolor: 'background.sunken' },
} as const;

/** Stands in for Google's popup (decision 29); chooses null when it is closed. Loaded lazily. */
export function DemoAccountDialog({ identities, onChoose }: DemoAccountDialogProps) {
  const id = useId();
  useCloseOnBack(true, () => onChoose(null));
  return (
    <Dialog open onClose={() => onChoose(null)} aria-labelledby={`${id}-title`} aria-describedby={`${id}-text`}>
      <Chip label="Demo" color="secondary" sx={{ alignSelf: 'start', height: rem(26), mt: 3, ml: 3 }} />
      <DialogTitle id={`${id}-title`} sx={{ typography: 'h3', pt: 1.25 }}>
        Choose a demo account
      </DialogTitle>
      <DialogContent>
        <Typography id={`${id}-text`} variant="caption" component="p" color="textSecondary">
          This shop runs with its own demo identity: Google is not asked, and no password is needed.
        </Typography>
        <List sx={{ pb: 0 }}>
          {identities.map((account, index) => (
            <ListItem key={account.email} disablePadding divider={index < identities.length - 1}>
              <ListItemButton component="button" sx={identity} onClick={() => onChoose(account)}>
                <Avatar aria-hidden="true" sx={{ bgcolor: 'primary.soft', color: 'primary.main' }}>
                  {account.email.charAt(0).toUpperCase()}
                </Avatar>
                {account.email}
              </ListItemButton>
            </ListItem>
          ))}
        </List>
      </DialogContent>
      <DialogActions sx={{ pt: 1.25 }}>
        <Button variant="text" onClick={() => onChoose(null)}>
          Cancel
        </Button>
      </DialogActions>
    </Dialog>
  );
}
