import Button from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';

interface Props {
  label: string;
  /** The id of the row's name, for screen readers. */
  describedBy: string;
  /** Why it is disabled; it stays focusable, so that the reason can be read. */
  reason: string | undefined;
  busy: boolean;
  danger?: boolean;
  onClick: () => void;
}

export function RowButton({ label, describedBy, reason, busy, danger = false, onClick }: Props) {
  const button = (
    <Button
      variant="quiet"
      size="small"
      color={danger ? 'error' : 'primary'}
      aria-describedby={describedBy}
      aria-disabled={busy || reason !== undefined}
      onClick={() => {
        if (!busy) onClick();
      }}
    >
      {label}
    </Button>
  );
  return reason === undefined ? (
    button
  ) : (
    <Tooltip title={reason} describeChild>
      {button}
    </Tooltip>
  );
}
