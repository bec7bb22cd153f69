import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { notFoundHead } from '../lib/documentHead';
import { EmptyState } from '../ui/EmptyState';
import { PageTitle } from '../ui/PageTitle';

export function NotFoundPage() {
  return (
    <div className="state-page">
      <PageTitle {...notFoundHead} />
      <h1>{notFoundHead.title}</h1>
      <EmptyState title={notFoundHead.description}>
        <Button component={Link} to="/products">
          See all products
        </Button>
      </EmptyState>
    </div>
  );
}
