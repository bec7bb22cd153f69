import { useQuery } from '@apollo/client/react';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { ProductSuggestionsDocument } from '../../__generated__/lazyOperations';
import { logFailure } from '../../lib/logFailure';
import { searchPath } from '../../lib/paths';
import './didYouMean.css';
import { ProductCard } from './ProductCard';

const wanted = 4;

/** Products that a search with a slip may mean; nothing is drawn where there are none, or the call fails. */
export function DidYouMean({ search }: { search: string }) {
  const { data, error } = useQuery(ProductSuggestionsDocument, { variables: { search, first: wanted } });
  useEffect(() => logFailure('Failed to load suggestions', error), [error]);
  const { products = [], correctedSearch = null } = data?.productSuggestions ?? {};
  const isThere = products.length > 0;
  return (
    <>
      {/* In the page before its words are, or they would not be read out. */}
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
