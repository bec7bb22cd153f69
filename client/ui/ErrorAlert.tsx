import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { BidiText } from './BidiText';
import { Icon } from './Icon';

interface Props {
  sentence: string;
  /** Advice how to proceed. */
  hint?: string | undefined;
  id?: string;
}

export function ErrorAlert({ sentence, hint, id }: Props) {
  return (
    <Alert severity="error" icon={<Icon name="warn" />} {...(id && { id })}>
      <BidiText text={sentence} />
      {hint && (
        <Typography variant="body2" component="span" color="textPrimary" sx={{ display: 'block', mt: 0.5 }}>
          {hint}
        </Typography>
      )}
    </Alert>
  );
}
