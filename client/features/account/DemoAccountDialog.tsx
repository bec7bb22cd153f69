import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import { useId } from 'react';
import type { DemoIdentity } from '../../session/firebaseSession';
import { useCloseOnBack } from '../../ui/useCloseOnBack';

export interface DemoAccountDialogProps {
  identities: readonly DemoIdentity[];
  onChoose: (account: DemoIdentity | null) => void;
}

/** Stands in for Google's popup (decision 29); chooses null when it is closed. Loaded lazily. */
export function DemoAccountDialog({ identities, onChoose }: DemoAccountDialogProps) {
  const id = useId();
  useCloseOnBack(true, () => onChoose(null));
  return (
    <Dialog
      open
      onClose={() => onChoose(null)}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      slotProps={{ paper: { className: 'demo-chooser' } }}
    >
      <span className="demo-mark">Demo</span>
      <h2 id={`${id}-title`}>Choose a demo account</h2>
      <p id={`${id}-text`} className="muted small">
        This shop runs with its own demo identity: Google is not asked, and no password is needed.
      </p>
      <ul>
        {identities.map((account) => (
          <li key={account.email}>
            <button type="button" className="demo-identity" onClick={() => onChoose(account)}>
              <span aria-hidden="true">{account.email.charAt(0).toUpperCase()}</span>
              {account.email}
            </button>
          </li>
        ))}
      </ul>
      <Button variant="text" onClick={() => onChoose(null)}>
        Cancel
      </Button>
    </Dialog>
  );
}
