import Box from '@mui/material/Box';
import { lazyModule } from '../../lib/lazyModule';
import { rem } from '../../theme/typography';
import { lazyComponent } from '../../ui/lazyComponent';
import { Panel } from '../../ui/Panel';
import { netBars, type SalesReport } from './reportRows';

const NetChart = lazyComponent(
  lazyModule(() => import('./NetChart')),
  'NetChart',
  { title: 'The chart', loading: null },
);

/** The table below it has the same numbers. */
export function NetByPeriod({ report }: { report: SalesReport }) {
  const title = report.by === 'DAY' ? 'Net by day' : 'Net by month';
  return (
    <Panel title={title}>
      <Box sx={{ width: 1, height: rem(260) }}>
        <NetChart title={title} bars={netBars(report)} />
      </Box>
    </Panel>
  );
}
