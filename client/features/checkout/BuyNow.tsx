import { useApolloClient } from '@apollo/client/react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { lazyModule } from '../../lib/lazyModule';
import { serverMessage } from '../../lib/serverMessage';
import { loadSettings } from '../../session/settings';
import { BuyingClosed } from '../../ui/BuyingClosed';
import { errorToast } from '../../ui/toast';
import { QuantityField } from '../../ui/QuantityField';

/** Prefetched on hover and focus of the button. */
const checkoutApi = lazyModule(() => import('./checkoutApi'));

/** Asked when somebody wants to buy: most look only. Where it is not known the server decides. */
const closed = () =>
  loadSettings().then(
    ({ paymentProvider }) => paymentProvider === 'none',
    () => false,
  );

interface Props {
  product: { readonly slug: string; readonly name: string; readonly price: number; readonly inStock: boolean };
}

/** Straight to the checkout with this product alone, signed in or not. */
export function BuyNow({ product: { slug, name, price, inStock } }: Props) {
  const client = useApolloClient();
  const navigate = useNavigate();
  const [quantity, setQuantity] = useState(1);
  const [isStarting, setStarting] = useState(false);
  const [isClosed, setClosed] = useState(false);

  async function buy(): Promise<void> {
    if (isStarting) return;
    setStarting(true);
    try {
      if (await closed()) return setClosed(true);
      const { startCheckout } = await checkoutApi.load();
      const { id } = await startCheckout(client, { slug, quantity, seenPrice: price });
      void navigate(`/checkout/${id}`);
    } catch (error) {
      errorToast('The checkout could not be opened', serverMessage(error, 'There is no connection to the shop.'));
    } finally {
      setStarting(false);
    }
  }

  if (isClosed)
    return (
      <Box sx={{ mt: 1.5 }}>
        <BuyingClosed />
      </Box>
    );
  return (
    <>
      <Box sx={{ display: 'flex', gap: 1.5, mt: 1.5 }}>
        <QuantityField name={name} value={quantity} onChange={setQuantity} />
        <Button
          variant="ink"
          fullWidth
          disabled={!inStock}
          aria-busy={isStarting}
          aria-label={`Buy ${name} now`}
          onPointerEnter={checkoutApi.prefetch}
          onFocus={checkoutApi.prefetch}
          onClick={() => void buy()}
        >
          Buy now
        </Button>
      </Box>
      <Typography variant="caption" component="p" color="textSecondary" sx={{ mt: 1 }}>
        Buy now goes straight to the checkout with this product only; no account needed.
      </Typography>
    </>
  );
}
