import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { FindOrderForm } from '../features/orders/FindOrderForm';
import { rem } from '../theme/typography';
import { Link } from '../ui/Link';
import type { PageTitleProps } from '../ui/PageTitle';

/** For guests without the mail that links to their order. */
export function FindOrderPage({ title }: PageTitleProps) {
  return (
    <Box sx={{ pt: { xs: 3, md: 5 } }}>
      <Typography variant="h1">{title}</Typography>
      <Typography color="textSecondary" sx={{ mt: 1, mb: 4, maxWidth: rem(560) }}>
        Bought without an account? Enter the order’s number and the e-mail that you gave, and the link to it comes by
        mail. With an account, your orders are under{' '}
        <Link to="/dashboard/orders" color="primary">
          Orders
        </Link>
        .
      </Typography>
      <FindOrderForm />
    </Box>
  );
}
