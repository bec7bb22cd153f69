import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { rem } from '../../theme/typography';
import { CardFrame } from './CardFrame';
import { ProductGrid } from './ProductGrid';

const CardSkeleton = styled(CardFrame)({
  '& > :nth-of-type(1)': { height: 'auto', aspectRatio: '1', borderRadius: rem(12) },
  '& > :nth-of-type(2)': { width: '80%' },
  '& > :nth-of-type(3)': { width: '45%' },
  '& > :nth-of-type(4)': { height: rem(42) },
});

interface Props {
  count: number;
  label: string;
  besidePanel?: boolean;
}

/** As large as the cards: no layout shift. The text is there at once, over the first picture. */
export function ProductGridSkeleton({ count, label, besidePanel = false }: Props) {
  return (
    <Box role="status" sx={{ position: 'relative' }}>
      <Typography color="textSecondary" sx={{ position: 'absolute', zIndex: 1, top: 16, left: 18 }}>
        {label}
      </Typography>
      <ProductGrid aria-hidden="true" besidePanel={besidePanel}>
        {Array.from({ length: count }, (_, index) => (
          <CardSkeleton key={index} as="div" data-testid="card-skeleton">
            <Skeleton />
            <Skeleton />
            <Skeleton />
            <Skeleton />
          </CardSkeleton>
        ))}
      </ProductGrid>
    </Box>
  );
}
