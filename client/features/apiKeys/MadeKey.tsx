import Button from '@mui/material/Button';
import { Panel } from '../../ui/Panel';
import { SecretOnce } from '../../ui/SecretOnce';

interface Props {
  name: string;
  /** null: the response with the key was lost. */
  value: string | null;
  onDone: () => void;
}

export function MadeKey({ name, value, onDone }: Props) {
  if (value === null)
    return (
      <Panel title="The key is lost">
        <p>
          The answer with the key of <bdi>{name}</bdi> did not arrive, and it is stored nowhere. Revoke it below and
          make another one.
        </p>
        <div>
          <Button variant="quiet" onClick={onDone}>
            Done
          </Button>
        </div>
      </Panel>
    );
  return (
    <SecretOnce title="Copy the key now" label="API key" value={value} copied="The key is copied" onDone={onDone}>
      Put it where <bdi>{name}</bdi> keeps its secrets, and into no page that browsers load.
    </SecretOnce>
  );
}
