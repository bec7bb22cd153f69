import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { StatePage } from './StatePage';
import { WaysOn } from './WaysOn';

interface Props {
  title: string;
  text: string;
  onRetry: () => void;
  isRetrying?: boolean;
}

/** Shown instead of a page that failed. Uses only code of the entry chunk, because other chunks may be unavailable. */
export function ErrorPage({ title, text, onRetry, isRetrying }: Props) {
  return (
    <StatePage title={title} role="alert">
      <Typography color="textSecondary" sx={{ mt: 1.75 }}>
        {text}
      </Typography>
      <WaysOn>
        <Button variant="link" aria-busy={isRetrying} onClick={onRetry}>
          Try again
        </Button>
        <Button variant="link" href="/">
          Back to the shop
        </Button>
      </WaysOn>
    </StatePage>
  );
}
