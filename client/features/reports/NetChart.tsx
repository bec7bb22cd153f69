import Paper from '@mui/material/Paper';
import { type Theme, useTheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type BarDatum, type BarTooltipProps, ResponsiveBar } from '@nivo/bar';
import { formatMoney } from '../../lib/money';
import { useAppliedTheme } from '../../ui/useAppliedTheme';
import { useMediaQuery } from '../../ui/useMediaQuery';
import type { NetBar } from './reportRows';

/** nivo resolves CSS variables when it is mounted. */
function chartTheme({ typography, vars: { palette } }: Theme) {
  const { dense, fontFamily = '' } = typography;
  const words = { fontFamily, fontSize: dense.fontSize ?? '', fill: palette.text.secondary };
  return {
    text: words,
    axis: { ticks: { text: words } },
    grid: { line: { stroke: palette.divider, strokeWidth: 1 } },
    tooltip: { container: { background: 'transparent', boxShadow: 'none', padding: 0 } },
  };
}

function NetTooltip({ data, value }: BarTooltipProps<BarDatum>) {
  return (
    <Paper variant="ink" data-testid="chart-tooltip" sx={{ px: 1.75, py: 1.25, whiteSpace: 'nowrap' }}>
      <Typography variant="dense">
        {data['label']}
        <br />
        Net: <b>{signed(value)}</b>
      </Typography>
    </Paper>
  );
}

const signed = (dollars: number): string => (dollars < 0 ? `−${formatMoney(-dollars)}` : formatMoney(dollars));

/** Axis labels: whole dollars, thousands abbreviated. */
const compact = new Intl.NumberFormat('en-US', { notation: 'compact', style: 'currency', currency: 'USD' });

/** As many labels as fit without overlapping. */
const labelInterval = (bars: number, names: number): number => Math.max(1, Math.ceil(bars / names));

/** Loaded lazily. For screen readers it is one image, because the table has the same data. */
export function NetChart({ title, bars }: { title: string; bars: readonly NetBar[] }) {
  const theme = useTheme();
  const painted = useAppliedTheme();
  const isNarrow = useMediaQuery(({ breakpoints }) => breakpoints.down('sm'));
  const step = labelInterval(bars.length, isNarrow ? 4 : 10);
  const labels = new Map(bars.map(({ period, label }) => [period, label]));
  const named = bars.filter((_, index) => index % step === Math.floor((step - 1) / 2)).map(({ period }) => period);
  return (
    <ResponsiveBar
      key={painted}
      data={bars.map((bar): BarDatum => ({ ...bar }))}
      indexBy="period"
      keys={['net']}
      colors={theme.vars.palette.primary.main}
      theme={chartTheme(theme)}
      animate={false}
      margin={{ top: 10, right: 4, bottom: 30, left: 56 }}
      padding={bars.length > 60 ? 0.1 : 0.3}
      // The axis starts below zero if refunds exceed payments.
      valueScale={{ type: 'linear', min: 'auto', nice: true }}
      borderRadius={bars.length > 60 ? 0 : 3}
      borderColor="transparent"
      enableLabel={false}
      axisLeft={{ tickSize: 0, tickPadding: 12, tickValues: 5, format: (value: number) => compact.format(value) }}
      axisBottom={{
        tickSize: 0,
        tickPadding: 12,
        tickValues: named,
        format: (period: string) => labels.get(period) ?? period,
      }}
      gridYValues={5}
      valueFormat={signed}
      tooltip={NetTooltip}
      role="img"
      ariaLabel={`${title}, ${bars[0]?.label ?? ''} – ${bars.at(-1)?.label ?? ''}: the table below has the numbers`}
    />
  );
}
