import { useMutation } from '@apollo/client/react';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { ReorderDocument, type ReorderResult } from '../../__generated__/lazyOperations';
import { noAnswer, requireData } from '../../lib/noAnswer';
import { serverMessage } from '../../lib/serverMessage';
import { useSession } from '../../session/SessionProvider';
import { Icon } from '../../ui/Icon';
import { Link } from '../../ui/Link';
import { useIdempotencyKey } from '../../ui/useIdempotencyKey';
import { describeAdded, describeReorderedLine } from './describeReorder';
import { tokenHeaders } from './tokenHeaders';

type Lines = ReorderResult['reorder']['lines'];

interface Props {
  number: string;
  token: string | undefined;
  onCartChange: () => void;
}

/** Guests have no cart. */
export function BuyAgain(props: Props) {
  const { status } = useSession();
  const { pathname } = useLocation();
  if (status === 'loading') return null;
  if (status === 'signedIn') return <Reorder {...props} />;
  return (
    <Link to="/login" state={{ from: pathname }} color="primary" variant="body2">
      Sign in to buy it again
    </Link>
  );
}

function Reorder({ number, token, onCartChange }: Props) {
  const [reorder, { loading }] = useMutation(ReorderDocument, { fetchPolicy: 'no-cache' });
  const [lines, setLines] = useState<Lines>();
  const [failure, setFailure] = useState<string>();
  const key = useIdempotencyKey();

  async function buyAgain(): Promise<void> {
    setFailure(undefined);
    setLines(undefined);
    const keyHeader = key.headers(number);
    try {
      const headers = { ...tokenHeaders(token), ...keyHeader };
      const { data } = await reorder({ variables: { input: { number } }, context: { headers } });
      setLines(requireData(data).reorder.lines);
      key.renew();
    } catch (error) {
      key.afterFailure(error);
      const isOnce = Object.keys(keyHeader).length > 0;
      const advice = isOnce ? 'Press again: nothing is added twice.' : 'Look into your cart before you try again.';
      setFailure(serverMessage(error, `${noAnswer} ${advice}`));
    }
    onCartChange();
  }

  return (
    <Stack sx={{ gap: 1.5, alignItems: 'start' }}>
      <Button variant="link" startIcon={<Icon name="cart" />} disabled={loading} onClick={() => void buyAgain()}>
        {loading ? 'Putting it into your cart…' : 'Buy again'}
      </Button>
      <Box role="status" sx={{ width: 1 }}>
        {lines && <Report lines={lines} />}
      </Box>
      {failure && <Alert severity="error">{failure}</Alert>}
    </Stack>
  );
}

function Report({ lines }: { lines: Lines }) {
  const differences = lines.flatMap((line) => describeReorderedLine(line).map((words) => ({ name: line.name, words })));
  return (
    <Alert severity={differences.length === 0 ? 'success' : 'warning'}>
      {describeAdded(lines)}
      {differences.length > 0 && (
        <Box component="ul" aria-label="What is different" sx={{ m: 0, my: 1, pl: 2.5 }}>
          {differences.map(({ name, words }, index) => (
            <li key={index}>
              <bdi>{name}</bdi>: {words}
            </li>
          ))}
        </Box>
      )}{' '}
      <Link to="/cart" color="inherit" underline="always">
        View cart
      </Link>
    </Alert>
  );
}
