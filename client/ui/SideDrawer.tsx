import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import { type ReactNode, useId } from 'react';
import { Icon } from './Icon';
import { useCloseOnBack } from './useCloseOnBack';
import './sideDrawer.css';

interface Props {
  open: boolean;
  side: 'left' | 'right';
  title: string;
  className: string;
  actions?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

export function SideDrawer({ open, side, title, className, actions, onClose, children }: Props) {
  const id = useId();
  useCloseOnBack(open, onClose);
  return (
    <Drawer
      open={open}
      anchor={side}
      onClose={onClose}
      transitionDuration={200}
      slotProps={{
        paper: { className: `side-drawer ${className}`, role: 'dialog', 'aria-modal': true, 'aria-labelledby': id },
      }}
    >
      <div className="side-drawer-head">
        <h2 id={id}>{title}</h2>
        {actions}
        <IconButton aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </IconButton>
      </div>
      {children}
    </Drawer>
  );
}
