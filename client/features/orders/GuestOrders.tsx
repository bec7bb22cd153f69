import { useMutation } from '@apollo/client/react';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { ClaimGuestOrdersDocument } from '../../__generated__/lazyOperations';
import { pluralize } from '../../lib/pluralize';
import { serverMessage } from '../../lib/serverMessage';
import { Icon } from '../../ui/Icon';
import { toast } from '../../ui/toast';

interface Props {
  count: number;
  email: string;
  onClaimed: () => void;
}

const bar = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1.5,
  width: 1,
  p: 2,
  border: 1,
  borderColor: 'divider',
} as const;

/** Orders placed without an account, with the account's verified e-mail. */
export function GuestOrders({ count, email, onClaimed }: Props) {
  const [claim, { loading }] = useMutation(ClaimGuestOrdersDocument);

  async function add(): Promise<void> {
    try {
      const { data } = await claim({ variables: { input: { email } } });
      const claimed = data?.claimGuestOrders.claimed ?? 0;
      toast(`${pluralize(claimed, 'order')} added to your account`, 'success');
    } catch (error) {
      toast(serverMessage(error, 'They could not be added. Please try again.'), 'error');
    }
    onClaimed();
  }

  return (
    <Paper component="section" elevation={0} aria-label="Orders placed as a guest" sx={bar}>
      <Icon name="chat" />
      <Typography sx={{ flex: '1 1 16rem', overflowWrap: 'anywhere' }}>
        {pluralize(count, 'order')} {count === 1 ? 'was' : 'were'} placed as a guest with <bdi>{email}</bdi>.
      </Typography>
      <Button variant="ink" disabled={loading} onClick={() => void add()}>
        Add them to my account
      </Button>
    </Paper>
  );
}
