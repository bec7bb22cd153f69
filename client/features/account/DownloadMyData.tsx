import { useApolloClient } from '@apollo/client/react';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { datedFileName, download } from '../../lib/download';
import { serverMessage } from '../../lib/serverMessage';
import { ErrorAlert } from '../../ui/ErrorAlert';
import { Link } from '../../ui/Link';
import { Panel } from '../../ui/Panel';
import { collectMyData, pageReader } from './collectMyData';

export function DownloadMyData() {
  const client = useApolloClient();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function save() {
    if (busy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const parts = await collectMyData(pageReader(client), new Date());
      download(datedFileName('my-data', 'json'), parts, 'application/json');
    } catch (error) {
      setFailure(serverMessage(error, 'Failed to load your data'));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Panel title="Your data">
      <Typography variant="inherit" color="textSecondary">
        Everything that the shop stores about you, in one file.{' '}
        <Link color="primary" to="/privacy">
          How long it is kept
        </Link>
      </Typography>
      <Button variant="quiet" aria-busy={busy} onClick={() => void save()}>
        Download my data
      </Button>
      {failure && <ErrorAlert sentence={failure} />}
    </Panel>
  );
}
