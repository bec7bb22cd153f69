import '../../../ui/note.css';
import Alert from '@mui/material/Alert';
import { Icon } from '../../../ui/Icon';

/**
 * The specified message with its mark (decision 24). The mark stays in the text, covered by an icon: without a font that has
 * it, it would be an empty box.
 */
export function ResultNote({ result }: { result: { good: boolean; sentence: string } }) {
  const { good, sentence } = result;
  return (
    <Alert severity={good ? 'success' : 'error'} icon={false} className={good ? 'note-good' : 'note-bad'}>
      <span className="note-mark">
        <span className="note-character">{good ? '\u2705' : '\u274C'}</span>
        <Icon name={good ? 'check' : 'close'} />
      </span>
      {` ${sentence}`}
    </Alert>
  );
}
