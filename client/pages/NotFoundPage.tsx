import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { EmptyState } from '../ui/EmptyState';
import { usePageTitle } from '../ui/usePageTitle';

export function NotFoundPage() {
  usePageTitle('Page not found', 'There is nothing at this address.');
  return (
    <div className="state-page">
      <h1>Page not found</h1>
      <EmptyState title="There is nothing at this address.">
        <Button component={Link} to="/products">
          See all products
        </Button>
      </EmptyState>
    </div>
  );
}
