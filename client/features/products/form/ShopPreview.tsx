import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { rem } from '../../../theme/typography';
import { ProductCard } from '../ProductCard';
import { shopProduct } from './shopProduct';
import { useDebouncedValue } from './useDebouncedValue';

interface Props {
  name: string;
  slug: string;
  price: string;
  discount: string;
  photos: readonly string[];
  categories: readonly string[];
  inStock: boolean;
}

const beside = {
  position: { lg: 'sticky' },
  top: { lg: 96 },
  maxWidth: { sm: rem(360), lg: 'none' },
} as const;

/** A preview of the card, inert. */
export function ShopPreview({ photos, ...typed }: Props) {
  const photo = useDebouncedValue(photos[0] ?? '');
  return (
    <Paper component="aside" variant="panel" aria-label="How it will look in the shop" sx={beside}>
      <Typography variant="caption" component="p" color="textSecondary">
        How it will look in the shop
      </Typography>
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
    </Paper>
  );
}
