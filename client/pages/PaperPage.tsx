import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { matchPath, useLocation, useParams, useSearchParams } from 'react-router-dom';
import { Paper, paperName } from '../features/papers/Paper';
import { PrintStyles } from '../theme/PrintStyles';
import { usePapers, type PaperRequest } from '../features/papers/usePapers';
import { usePdf } from '../features/papers/usePdf';
import { rem } from '../theme/typography';
import { Link } from '../ui/Link';
import { LoadFailure } from '../ui/LoadFailure';
import { PageTitle, type PageTitleProps } from '../ui/PageTitle';
import { NotFoundPage } from './NotFoundPage';

const maxSlips = 50;

/** The requested document: an invoice, a credit note by its number, or packing slips. */
function useWantedPaper(): PaperRequest {
  const { number = '', token, paper = 'packing' } = useParams();
  const { pathname } = useLocation();
  const numbers = useSearchParams()[0].get('numbers')?.split(',').filter(Boolean) ?? [number];
  const isOfShop = matchPath('/dashboard/shopOrders/*', pathname) !== null;
  if (isOfShop && paper === 'packing') return { kind: 'packing', numbers: [...new Set(numbers)].slice(0, maxSlips) };
  const kind = paper === 'invoice' ? 'invoice' : 'creditNote';
  return { kind, number, token, creditNumber: paper, reader: isOfShop ? 'shop' : 'buyer' };
}

/** Slips of the list lead back to it. */
function orderPath(wanted: PaperRequest, isOfList: boolean): string {
  if (isOfList) return '/dashboard/shopOrders';
  if (wanted.kind === 'packing') return `/dashboard/shopOrders/${wanted.numbers[0] ?? ''}`;
  const { reader, number, token } = wanted;
  if (reader === 'shop') return `/dashboard/shopOrders/${number}`;
  return token === undefined ? `/dashboard/orders/${number}` : `/order/${number}/${token}`;
}

/** Documents of an order, for printing or as PDF: for its buyer, a guest with the link, or admins. */
export function PaperPage({ title, description }: PageTitleProps) {
  const wanted = useWantedPaper();
  const { pathname } = useLocation();
  const isOfList = useParams()['number'] === undefined;
  const { papers, isMissing, hasFailed, retry } = usePapers(wanted);
  const pdf = usePdf(wanted);
  if (isMissing) return <NotFoundPage />;
  const [first] = papers ?? [];
  const name = first && papers?.length === 1 ? paperName(first) : title;
  return (
    <Stack sx={{ gap: 2.5, pt: { xs: 2.5, md: 4 }, width: 1 }}>
      <PageTitle title={name} description={description} />
      <PrintStyles />
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        <Typography
          variant={pathname.startsWith('/dashboard/') ? 'title' : 'h1'}
          component="h1"
          sx={{ mr: 'auto', overflowWrap: 'anywhere' }}
        >
          {name}
        </Typography>
        {papers && (
          <>
            <Link color="primary" to={orderPath(wanted, isOfList)}>
              {isOfList ? 'Back to the orders' : 'Back to the order'}
            </Link>
            <Button variant="quiet" aria-disabled={pdf.isLoading} onClick={pdf.load}>
              {pdf.isLoading ? 'Loading PDF…' : 'Download PDF'}
            </Button>
            <Button size="small" onClick={() => window.print()}>
              Print
            </Button>
          </>
        )}
      </Stack>
      {hasFailed && <LoadFailure sentence="The paper could not be loaded." onRetry={retry} />}
      {!papers && !hasFailed && <Skeleton height={rem(600)} sx={{ maxWidth: rem(820) }} />}
      <div>
        {papers?.map((content, index) => (
          <Paper key={index} content={content} />
        ))}
      </div>
    </Stack>
  );
}
