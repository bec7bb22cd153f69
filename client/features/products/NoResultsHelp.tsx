import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import { constants } from '../../lib/constants';
import { categoryPath } from '../../lib/paths';
import { WaysOn } from '../../ui/WaysOn';
import { DidYouMean } from './DidYouMean';
import { countActiveFilters, noFilters, type ProductFilters } from './productFilters';

interface Props {
  filters: ProductFilters;
  /** False after a failed query, and where the price range hides products: the page says so, and shows them. */
  known: boolean;
  onChange: (change: Partial<ProductFilters>) => void;
}

/** Loaded with the first empty list. */
export function NoResultsHelp({ filters, known, onChange }: Props) {
  const { category, search, inStockOnly } = filters;
  // An unknown category without products does not exist.
  const isCategory = category === constants.allCategories || constants.categories.some((name) => name === category);
  const isNarrowed = category !== constants.allCategories || inStockOnly;
  return (
    <>
      {known && !isCategory && countActiveFilters(filters) === 1 && (
        <>
          <Typography color="textSecondary">
            There is no category &quot;<bdi>{category}</bdi>&quot; in this shop. These are its categories:
          </Typography>
          <WaysOn>
            {constants.categories.map((name) => (
              <Button key={name} variant="link" component={Link} to={categoryPath(name)}>
                {name}
              </Button>
            ))}
          </WaysOn>
        </>
      )}
      {known && search !== '' && !isNarrowed && (
        <Typography color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          Nothing&apos;s name contains &quot;<bdi>{search}</bdi>&quot;. Try a shorter word.
        </Typography>
      )}
      {search !== '' && isNarrowed && (
        <WaysOn>
          <Button variant="link" onClick={() => onChange({ ...noFilters, search })}>
            {category === constants.allCategories
              ? 'Search for it without the other filters'
              : 'Search for it in all categories'}
          </Button>
        </WaysOn>
      )}
      {known && search !== '' && <DidYouMean search={search} />}
    </>
  );
}
