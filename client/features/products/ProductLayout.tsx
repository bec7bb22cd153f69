import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ElementType, ReactNode } from 'react';
import { rem } from '../../theme/typography';

const page = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))', md: '7fr 5fr' },
  gap: { xs: 3.5, sm: 4, md: 8 },
  alignItems: 'start',
};
const line = { flexWrap: 'wrap', alignItems: 'center', gap: 1.75, minHeight: rem(34), my: rem(15) } as const;

interface Props {
  gallery: ReactNode;
  categories: ReactNode;
  nameComponent: ElementType;
  name: ReactNode;
  rating: ReactNode;
  price: ReactNode;
  action: ReactNode;
  children: ReactNode;
}

/** Shared by a product's page and its skeleton: no layout shift. */
export function ProductLayout({ gallery, categories, nameComponent, name, rating, price, action, children }: Props) {
  return (
    <Box sx={page}>
      {gallery}
      <Box data-testid="facts" sx={{ position: { md: 'sticky' }, top: { md: rem(96) } }}>
        <Typography
          variant="caption"
          component="p"
          color="textSecondary"
          data-testid="categories"
          sx={{ lineHeight: rem(24) }}
        >
          {categories}
        </Typography>
        <Typography
          variant="product"
          component={nameComponent}
          dir="auto"
          data-testid="name"
          sx={{ mt: 1, overflowWrap: 'anywhere', textWrap: 'balance' }}
        >
          {name}
        </Typography>
        <Stack direction="row" data-testid="rating-line" sx={line}>
          {rating}
        </Stack>
        <Stack direction="row" data-testid="price-line" sx={{ ...line, mb: 3 }}>
          {price}
        </Stack>
        <div data-testid="add">{action}</div>
        {children}
      </Box>
    </Box>
  );
}
