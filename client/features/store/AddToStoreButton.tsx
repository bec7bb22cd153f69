import Button from '@mui/material/Button';
import type { Addable } from './storeActions';
import { storeActions, useAddToStore } from './useAddToStore';

interface Props {
  product: Addable & { inStock: boolean };
  size?: 'card' | 'page';
}

export function AddToStoreButton({ product, size = 'card' }: Props) {
  const { add, pending } = useAddToStore();
  return (
    <Button
      {...(size === 'card' ? { variant: 'add' } : { size: 'large' })}
      fullWidth
      disabled={!product.inStock}
      aria-busy={pending}
      aria-label={`Add ${product.name}`}
      onPointerEnter={storeActions.prefetch}
      onFocus={storeActions.prefetch}
      onClick={() => void add(product)}
    >
      Add
    </Button>
  );
}
