import { Link } from 'react-router-dom';
import { constants } from '../../lib/constants';
import { categoryPath } from '../../lib/paths';
import { DidYouMean } from './DidYouMean';
import { countActiveFilters, type ProductFilters } from './productFilters';

interface Props {
  filters: ProductFilters;
  /** False after a failed query. */
  known: boolean;
}

/** Loaded with the first empty list. */
export function NoResultsHelp({ filters, known }: Props) {
  const { category, search } = filters;
  // An unknown category without products does not exist.
  const isCategory = category === constants.allCategories || constants.categories.some((name) => name === category);
  return (
    <>
      {known && !isCategory && countActiveFilters(filters) === 1 && (
        <>
          <p className="muted">
            There is no category &quot;<bdi>{category}</bdi>&quot; in this shop. These are its categories:
          </p>
          <p className="ways-on">
            {constants.categories.map((name) => (
              <Link key={name} to={categoryPath(name)} className="text-button">
                {name}
              </Link>
            ))}
          </p>
        </>
      )}
      {search !== '' && (
        <p className="muted">
          Nothing&apos;s name contains &quot;<bdi>{search}</bdi>&quot;. Try a shorter word.
        </p>
      )}
      {known && search !== '' && <DidYouMean search={search} />}
    </>
  );
}
