import { useApolloClient } from '@apollo/client/react';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { datedFileName, download } from '../../lib/download';
import { serverMessage } from '../../lib/serverMessage';
import { ErrorAlert } from '../../ui/ErrorAlert';
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
    <section className="card-box" aria-labelledby="my-data">
      <h2 id="my-data">Your data</h2>
      <p className="muted">
        Everything that the shop stores about you, in one file.{' '}
        <Link className="profile-link" to="/privacy">
          How long it is kept
        </Link>
      </p>
      <Button variant="outlined" className="quiet" aria-busy={busy} onClick={() => void save()}>
        Download my data
      </Button>
      {failure && <ErrorAlert sentence={failure} />}
    </section>
  );
}
