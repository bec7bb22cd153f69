import { useApolloClient } from '@apollo/client/react';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { buyNowHint } from '../../lib/buyNowHint';
import { lazyModule } from '../../lib/lazyModule';
import { serverMessage } from '../../lib/serverMessage';
import { BuyingClosed } from '../../ui/BuyingClosed';
import { errorToast } from '../../ui/toast';
import { QuantityField } from '../../ui/QuantityField';
import { useIsCurrentPage } from '../../ui/useIsCurrentPage';

/** Prefetched on hover and focus of the button. */
const checkoutApi = lazyModule(() => import('./checkoutApi'));

interface Props {
  product: { readonly id: string; readonly name: string; readonly price: number; readonly inStock: boolean };
}

/** Starts a checkout of this product alone, also for guests. */
export function BuyNow({ product: { id: productId, name, price, inStock } }: Props) {
  const client = useApolloClient();
  const navigate = useNavigate();
  const isCurrentPage = useIsCurrentPage();
  const [quantity, setQuantity] = useState(1);
  const [isStarting, setStarting] = useState(false);
  const [isClosed, setClosed] = useState(false);

  async function buy(): Promise<void> {
    if (isStarting) return;
    setStarting(true);
    try {
      const { isBuyingClosed, startCheckout } = await checkoutApi.load();
      if (await isBuyingClosed()) return setClosed(true);
      const { id } = await startCheckout(client, { productId, quantity, seenPrice: price });
      if (isCurrentPage()) void navigate(`/checkout/${id}`);
    } catch (error) {
      errorToast('The checkout could not be opened', serverMessage(error, 'There is no connection to the shop.'));
    } finally {
      setStarting(false);
    }
  }

  if (isClosed) return <BuyingClosed focused />;
  return (
    <>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1.5, mt: 1.5 }}>
        <QuantityField name={name} value={quantity} onChange={setQuantity} />
        <Button
          variant="ink"
          sx={{ flex: 1 }}
          disabled={!inStock}
          aria-busy={isStarting}
          aria-label={`Buy now: ${name}`}
          onPointerEnter={checkoutApi.prefetch}
          onFocus={checkoutApi.prefetch}
          onClick={() => void buy()}
        >
          Buy now
        </Button>
      </Stack>
      <Typography variant="caption" component="p" color="textSecondary" sx={{ mt: 1 }}>
        {buyNowHint}
      </Typography>
    </>
  );
}
