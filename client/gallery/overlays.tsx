import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Drawer from '@mui/material/Drawer';
import MenuItem from '@mui/material/MenuItem';
import MenuList from '@mui/material/MenuList';
import Popover from '@mui/material/Popover';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId, useState } from 'react';
import type { Scheme } from './tokens';

interface OpenerProps {
  words: string;
  children: (anchor: HTMLElement | null, onClose: () => void) => ReactNode;
}

function Opener({ words, children }: OpenerProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button variant="quiet" aria-haspopup="true" onClick={({ currentTarget }) => setAnchor(currentTarget)}>
        {words}
      </Button>
      {children(anchor, () => setAnchor(null))}
    </>
  );
}

const sides = ['left', 'right', 'bottom'] as const;

/** Portals into the body need their own scheme. */
export function Overlays({ scheme }: { scheme: Scheme }) {
  const id = useId();
  const ofScheme = { 'data-theme': scheme };
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 2 }}>
      <Opener words="Dialog">
        {(anchor, close) => (
          <Dialog {...ofScheme} open={anchor !== null} onClose={close} aria-labelledby={`${id}-dialog`}>
            <DialogTitle id={`${id}-dialog`}>Delete the lamp?</DialogTitle>
            <DialogContent>It goes from every cart, too.</DialogContent>
            <DialogActions>
              <Button variant="quiet" onClick={close}>
                Cancel
              </Button>
              <Button color="error" onClick={close}>
                Delete
              </Button>
            </DialogActions>
          </Dialog>
        )}
      </Opener>
      {sides.map((side) => (
        <Opener key={side} words={`Drawer, ${side}`}>
          {(anchor, close) => (
            <Drawer
              {...ofScheme}
              open={anchor !== null}
              anchor={side}
              onClose={close}
              slotProps={{ paper: { role: 'dialog', 'aria-modal': true, 'aria-label': `Drawer, ${side}` } }}
            >
              <Typography variant="h3" component="p" sx={{ p: 3 }}>
                Your cart
              </Typography>
              <Button sx={{ m: 3 }} onClick={close}>
                Close
              </Button>
            </Drawer>
          )}
        </Opener>
      ))}
      <Opener words="Menu">
        {(anchor, close) => (
          <Popover
            {...ofScheme}
            open={anchor !== null}
            anchorEl={anchor}
            onClose={close}
            anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
          >
            <MenuList autoFocusItem aria-label="Account">
              <MenuItem onClick={close}>Dashboard</MenuItem>
              <MenuItem onClick={close}>Sign out</MenuItem>
            </MenuList>
          </Popover>
        )}
      </Opener>
    </Stack>
  );
}
