import { useQuery } from '@apollo/client/react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { ProductSuggestionsDocument } from '../../__generated__/lazyOperations';
import { logFailure } from '../../lib/logFailure';
import { searchPath } from '../../lib/paths';
import { VisuallyHidden } from '../../ui/VisuallyHidden';
import { WaysOn } from '../../ui/WaysOn';
import { ProductCard } from './ProductCard';
import { ProductGrid } from './ProductGrid';

const maxSuggestions = 4;
/** Few cards are centred. */
const cards = {
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 200px), 240px))',
  justifyContent: 'center',
  mt: 3,
  textAlign: 'start',
};

/** Suggestions for a misspelt search; renders nothing without any or on an error. */
export function DidYouMean({ search }: { search: string }) {
  const { data, error } = useQuery(ProductSuggestionsDocument, { variables: { search, first: maxSuggestions } });
  useEffect(() => logFailure('Failed to load suggestions', error), [error]);
  const { products = [], correctedSearch = null } = data?.productSuggestions ?? {};
  const isThere = products.length > 0;
  return (
    <>
      {/* A live region must exist before its text changes to be announced. */}
      <VisuallyHidden role="status">
        {isThere && `Did you mean ${correctedSearch ?? products[0]?.name}?`}
      </VisuallyHidden>
      {isThere && (
        <Box component="section" aria-labelledby="did-you-mean" sx={{ width: 1, my: 2.5 }}>
          <Typography variant="h3" component="h2" id="did-you-mean">
            Did you mean
          </Typography>
          {correctedSearch !== null && (
            <WaysOn>
              <Button component={Link} to={searchPath(correctedSearch)} variant="link">
                <bdi>{correctedSearch}</bdi>
              </Button>
            </WaysOn>
          )}
          <ProductGrid sx={cards}>
            {products.map((product) => (
              <ProductCard key={product.id} product={product} place="grid" action={null} />
            ))}
          </ProductGrid>
        </Box>
      )}
    </>
  );
}
