import Button from '@mui/material/Button';
import { useAddToStore } from './useAddToStore';

interface Props {
  product: { slug: string; name: string; inStock: boolean };
  size?: 'card' | 'page';
}

export function AddToStoreButton({ product, size = 'card' }: Props) {
  const { addToStore, pending } = useAddToStore();
  return (
    <Button
      className={size === 'card' ? 'add' : 'big'}
      variant={size === 'card' ? 'outlined' : 'contained'}
      fullWidth
      disabled={!product.inStock}
      aria-busy={pending === product.slug}
      aria-label={`Add ${product.name}`}
      onClick={() => void addToStore(product)}
    >
      Add
    </Button>
  );
}
