import Button from '@mui/material/Button';
import { ProductCard } from '../ProductCard';
import { shopProduct } from './shopProduct';
import { useSettled } from './useSettled';

interface Props {
  name: string;
  slug: string;
  price: string;
  discount: string;
  photos: readonly string[];
  categories: readonly string[];
  inStock: boolean;
}

/** The card as shoppers would see it. Only to look at: nothing in it can be reached. */
export function ShopPreview({ photos, ...typed }: Props) {
  const photo = useSettled(photos[0] ?? '');
  return (
    <aside className="card-box shop-preview" aria-label="How it will look in the shop">
      <p className="muted small">How it will look in the shop</p>
      <div inert aria-hidden="true">
        <ProductCard
          product={shopProduct({ ...typed, photo })}
          place="grid"
          action={
            <Button variant="add" fullWidth disabled={!typed.inStock}>
              Add
            </Button>
          }
        />
      </div>
    </aside>
  );
}
