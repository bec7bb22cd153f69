import '../../../ui/note.css';
import Alert from '@mui/material/Alert';

/** The specification's sentence with its mark (decision 24); the marks are the only icons. */
export function ResultNote({ result }: { result: { good: boolean; sentence: string } }) {
  const { good, sentence } = result;
  return (
    <Alert severity={good ? 'success' : 'error'} icon={false} className={good ? 'note-good' : 'note-bad'}>
      {`${good ? '\u2705' : '\u274C'} ${sentence}`}
    </Alert>
  );
}
