import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import { Icon } from './Icon';
import { useCloseOnBack } from './useCloseOnBack';

const head = { justifyContent: 'space-between', alignItems: 'center', p: '14px 8px 8px 18px' };
/** Focused elements must not scroll below the sticky foot. */
const body = { display: 'grid', gap: 3, p: '8px 18px 24px', overflowY: 'auto', scrollPaddingBottom: 96 };
/** Opaque: content scrolls below it. */
const footer = {
  position: 'sticky',
  bottom: -24,
  zIndex: 1,
  display: { sm: 'grid' },
  justifyItems: 'center',
  m: '0 -18px -24px',
  p: '12px 18px',
  borderTop: 1,
  borderColor: 'divider',
  bgcolor: 'background.paper',
} as const;

interface Props {
  title: string;
  foot: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** Mounted while open. */
export function BottomSheet({ title, foot, onClose, children }: Props) {
  const id = useId();
  useCloseOnBack(true, onClose);
  return (
    <Drawer
      open
      anchor="bottom"
      onClose={onClose}
      slotProps={{ paper: { role: 'dialog', 'aria-modal': true, 'aria-labelledby': id } }}
    >
      <Stack direction="row" sx={head}>
        <Typography id={id} variant="h3" component="h2">
          {title}
        </Typography>
        <IconButton aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </IconButton>
      </Stack>
      <Box sx={body}>
        {children}
        <Box data-testid="sheet-foot" sx={footer}>
          {foot}
        </Box>
      </Box>
    </Drawer>
  );
}
