import { useQuery } from '@apollo/client/react';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { ProductSuggestionsDocument } from '../../__generated__/lazyOperations';
import { logFailure } from '../../lib/logFailure';
import { searchPath } from '../../lib/paths';
import './didYouMean.css';
import { ProductCard } from './ProductCard';

const maxSuggestions = 4;

/** Suggestions for a misspelt search; renders nothing without any or on an error. */
export function DidYouMean({ search }: { search: string }) {
  const { data, error } = useQuery(ProductSuggestionsDocument, { variables: { search, first: maxSuggestions } });
  useEffect(() => logFailure('Failed to load suggestions', error), [error]);
  const { products = [], correctedSearch = null } = data?.productSuggestions ?? {};
  const isThere = products.length > 0;
  return (
    <>
      {/* A live region must exist before its text changes to be announced. */}
      <p role="status" className="hidden-words">
        {isThere && `Did you mean ${correctedSearch ?? products[0]?.name}?`}
      </p>
      {isThere && (
        <section className="did-you-mean" aria-labelledby="did-you-mean">
          <h2 id="did-you-mean">Did you mean</h2>
          {correctedSearch !== null && (
            <p className="ways-on">
              <Link to={searchPath(correctedSearch)} className="text-button">
                <bdi>{correctedSearch}</bdi>
              </Link>
            </p>
          )}
          <div className="grid">
            {products.map((product) => (
              <ProductCard key={product.id} product={product} place="grid" action={null} />
            ))}
          </div>
        </section>
      )}
    </>
  );
}
