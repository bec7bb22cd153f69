import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { notFoundHead } from '../lib/documentHead';
import { EmptyState } from '../ui/EmptyState';
import { PageTitle } from '../ui/PageTitle';
import { StatePage } from '../ui/StatePage';

export function NotFoundPage() {
  return (
    <StatePage title={notFoundHead.title}>
      <PageTitle {...notFoundHead} />
      <EmptyState title={notFoundHead.description}>
        <Button component={Link} to="/products">
          See all products
        </Button>
      </EmptyState>
    </StatePage>
  );
}
