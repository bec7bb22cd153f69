import './note.css';
import Alert from '@mui/material/Alert';
import { Icon } from './Icon';
import { BidiText } from './BidiText';

interface Props {
  sentence: string;
  /** How to go on. */
  hint?: string | undefined;
  id?: string;
}

export function ErrorAlert({ sentence, hint, id }: Props) {
  return (
    <Alert severity="error" className="note-bad" icon={<Icon name="warn" />} {...(id && { id })}>
      <BidiText text={sentence} />
      {hint && <span className="note-hint">{hint}</span>}
    </Alert>
  );
}
