import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import { constants } from '../../lib/constants';
import { categoryPath } from '../../lib/paths';
import { WaysOn } from '../../ui/WaysOn';
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
      {search !== '' && (
        <Typography color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          Nothing&apos;s name contains &quot;<bdi>{search}</bdi>&quot;. Try a shorter word.
        </Typography>
      )}
      {known && search !== '' && <DidYouMean search={search} />}
    </>
  );
}
