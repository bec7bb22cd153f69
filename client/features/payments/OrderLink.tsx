import Typography from '@mui/material/Typography';
import { shopOrderPath } from '../../lib/paths';
import { Link } from '../../ui/Link';

interface Props {
  number: string | null;
  /** Shown without an order. */
  none?: string;
}

export function OrderLink({ number, none = 'No order yet' }: Props) {
  if (number === null)
    return (
      <Typography variant="inherit" component="span" color="textSecondary">
        {none}
      </Typography>
    );
  return (
    <Link to={shopOrderPath(number)} color="primary" variant="label" sx={{ display: 'inline-block' }}>
      {number}
    </Link>
  );
}
