import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import { Icon } from './Icon';
import { useCloseOnBack } from './useCloseOnBack';

const head = {
  alignItems: 'center',
  gap: 1.25,
  p: { xs: '12px 10px 4px 18px', sm: '20px 16px 6px 28px' },
  // On narrow windows the newest toast is below the drawer's head: the following content makes room for it.
  'body:has(.notistack-Snackbar) [data-side="right"] > &': {
    mb: { xs: 'calc(var(--toast-height, 0px) + 12px)', md: 0 },
  },
} as const;

interface Props {
  open: boolean;
  side: 'left' | 'right';
  title: string;
  actions?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

export function SideDrawer({ open, side, title, actions, onClose, children }: Props) {
  const id = useId();
  useCloseOnBack(open, onClose);
  // Other overlays are positioned by its edge.
  const marks = { 'data-side': side };
  return (
    <Drawer
      open={open}
      anchor={side}
      onClose={onClose}
      slotProps={{
        paper: { ...marks, role: 'dialog', 'aria-modal': true, 'aria-labelledby': id },
      }}
    >
      <Stack direction="row" sx={head}>
        <Typography id={id} variant="h3" component="h2" sx={{ mr: 'auto' }}>
          {title}
        </Typography>
        {actions}
        <IconButton aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </IconButton>
      </Stack>
      {children}
    </Drawer>
  );
}
