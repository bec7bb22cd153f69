import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { writeCsv } from '@kiosk/csv/writeCsv';
import { download } from '../../lib/download';
import { formatCents } from '../../lib/money';
import { serverMessage } from '../../lib/serverMessage';
import { signedCents } from '../../lib/signedCents';
import { rem } from '../../theme/typography';
import { EmptyState } from '../../ui/EmptyState';
import { Icon } from '../../ui/Icon';
import { Link } from '../../ui/Link';
import { LoadFailure } from '../../ui/LoadFailure';
import { Panel } from '../../ui/Panel';
import { SideBySide } from '../../ui/SideBySide';
import { SvgIcon } from '../../ui/SvgIcon';
import { useUrlState } from '../../ui/useUrlState';
import { BestSellers, TaxByZone, ToReorder } from './ReportLists';
import { FiguresTable } from './FiguresTable';
import { NetByPeriod } from './NetByPeriod';
import { reportIcons } from './reportIcons';
import { problemOf, readParams, type ReportParams, writeParams } from './reportParams';
import { csvHeader, csvRows, type SalesReport } from './reportRows';
import { ReportRange } from './ReportRange';
import { Tiles } from './Tiles';
import { useReport } from './useReport';

/** The page has the heading; the save button stands beside it. */
export function Report({ heading }: { heading: ReactNode }) {
  const { value: params, setValue, setParams } = useUrlState(readParams);
  const { report, isLoading, error, retry } = useReport(params);
  const problem = problemOf(params);
  function change(next: ReportParams) {
    setValue(next);
    setParams(writeParams(next), { preventScrollReset: true });
  }
  return (
    <>
      <Stack direction="row" sx={{ flexWrap: 'wrap', justifyContent: 'space-between', gap: 2, width: 1 }}>
        {heading}
        <Button
          variant="quiet"
          size="small"
          startIcon={<SvgIcon lines={reportIcons.save} />}
          aria-disabled={report === undefined}
          onClick={() => report && save(report)}
        >
          Export CSV
        </Button>
      </Stack>
      <ReportRange params={params} problem={problem} onChange={change} />
      {error && <LoadFailure sentence={serverMessage(error, 'Failed to load the report')} onRetry={retry} />}
      {!report && !error && problem === undefined && <Loading />}
      {report && <Content report={report} isLoading={isLoading} />}
      <SideBySide columns="repeat(3, minmax(0, 1fr))" gap={2.5}>
        {report && <TaxByZone zones={report.taxZones} />}
        {report && <BestSellers products={report.bestSellers} />}
        <ToReorder />
      </SideBySide>
    </>
  );
}

const save = (report: SalesReport): void =>
  download(`report-${report.from}-${report.to}.csv`, [writeCsv(csvHeader(report), csvRows(report))], 'text/csv');

function Content({ report, isLoading }: { report: SalesReport; isLoading: boolean }) {
  const { rows, total } = report;
  const isEmpty = rows.length === 0;
  return (
    <Stack
      sx={{ gap: 2.5, width: 1, ...(isLoading && { opacity: 0.6, transition: 'opacity 0.2s 0.3s' }) }}
      aria-busy={isLoading}
    >
      <Tiles
        tiles={[
          ['Orders', total.orders.toLocaleString('en-US')],
          ['Goods', formatCents(total.goods.amount)],
          ['Net', signedCents(total.net.amount)],
        ]}
      />
      {isEmpty ? <EmptyState title="No orders in these days" /> : <NetByPeriod report={report} />}
      <FiguresTable report={report} />
      <Agreement report={report} />
      {total.includedTax.amount > 0 && (
        <Typography variant="body2" color="textSecondary">
          {formatCents(total.includedTax.amount)} of the tax is in the prices of goods and shipping: net does not count
          it twice.
        </Typography>
      )}
      <Typography variant="body2" color="textSecondary">
        Days are in UTC. An order counts when its money was taken, a refund when it went back, a dispute when it took
        its money and when that came back.
      </Typography>
    </Stack>
  );
}

/** The server calculates both sums independently. */
function Agreement({ report: { agrees, total, ledgerTotal } }: { report: SalesReport }) {
  return (
    <Typography
      variant="label"
      component="p"
      color={agrees ? 'success' : 'error'}
      sx={{ display: 'flex', alignItems: 'start', gap: 1 }}
    >
      <Icon name={agrees ? 'check' : 'warn'} />
      <span>
        {agrees
          ? 'Equals the sum of the order ledgers to the cent'
          : `Does not equal the sum of the order ledgers: ${signedCents(total.net.amount)} here, ${signedCents(ledgerTotal.amount)} there. `}
        {!agrees && <Link to="/dashboard/payments">Compare with the payment provider</Link>}
      </span>
    </Typography>
  );
}

/** As high as the report: no layout shift. */
function Loading() {
  return (
    <>
      <Typography role="status" color="textSecondary">
        Loading...
      </Typography>
      <Stack aria-hidden="true" sx={{ gap: 2.5, width: 1 }}>
        <Skeleton variant="rounded" sx={{ height: { xs: rem(92), sm: rem(122) } }} />
        <Panel title="Net">
          <Skeleton sx={{ height: rem(260) }} />
        </Panel>
      </Stack>
    </>
  );
}
