import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import { type ReactNode, useId } from 'react';
import { Icon } from './Icon';
import { useCloseOnBack } from './useCloseOnBack';

/** Mounted while open. */
export function BottomSheet({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const id = useId();
  useCloseOnBack(true, onClose);
  return (
    <Drawer
      open
      anchor="bottom"
      onClose={onClose}
      slotProps={{ paper: { className: 'sheet', role: 'dialog', 'aria-modal': true, 'aria-labelledby': id } }}
    >
      <div className="sheet-head">
        <h2 id={id}>{title}</h2>
        <IconButton aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </IconButton>
      </div>
      <div className="sheet-body">{children}</div>
    </Drawer>
  );
}
