import Paper from '@mui/material/Paper';
import { type Theme, useTheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type BarDatum, type BarTooltipProps, ResponsiveBar } from '@nivo/bar';
import { formatCount } from '../../lib/formatCount';
import { useAppliedTheme } from '../../ui/useAppliedTheme';
import { type CountBar, dataset } from './bars';

/** nivo resolves CSS variables when it is mounted. */
function chartTheme({ typography, vars: { palette } }: Theme) {
  const { dense, h6, fontFamily = '' } = typography;
  const words = { fontFamily, fontSize: dense.fontSize ?? '', fill: palette.text.secondary };
  return {
    text: words,
    axis: { ticks: { text: words } },
    grid: { line: { stroke: palette.divider, strokeWidth: 1 } },
    legends: { text: words },
    labels: { text: { fontSize: h6.fontSize ?? '', fontWeight: h6.fontWeight, fill: palette.text.primary } },
    tooltip: { container: { background: 'transparent', boxShadow: 'none', padding: 0 } },
  };
}

interface SwatchProps {
  x: number;
  y: number;
  size: number;
}

/** One dataset, three colours. */
const swatch = (colours: readonly string[]) =>
  function Swatch({ x, y, size }: SwatchProps) {
    return (
      <g>
        {colours.map((colour, index) => (
          <rect
            key={colour}
            x={x + (index * size) / 2}
            y={y + size / 4}
            width={size / 2}
            height={size / 2}
            fill={colour}
          />
        ))}
      </g>
    );
  };

function CountTooltip({ indexValue, value, color }: BarTooltipProps<BarDatum>) {
  return (
    <Paper
      variant="ink"
      data-testid="chart-tooltip"
      sx={{ display: 'flex', alignItems: 'center', gap: 1.25, px: 1.75, py: 1.25, whiteSpace: 'nowrap' }}
    >
      <svg width="12" height="12" viewBox="0 0 10 10" aria-hidden="true">
        <rect width="10" height="10" fill={color} />
      </svg>
      <Typography variant="dense">
        {indexValue}
        <br />
        {dataset}: <b>{formatCount(value)}</b>
      </Typography>
    </Paper>
  );
}

/** Loaded lazily. For screen readers it is one image, because the table has the same data. */
export function CountsChart({ bars }: { bars: readonly CountBar[] }) {
  const data: BarDatum[] = bars.map(({ label, [dataset]: count }) => ({ label, [dataset]: count }));
  const theme = useTheme();
  const colours = bars.map(({ colour }) => theme.vars.palette.chart[colour]);
  const painted = useAppliedTheme();
  return (
    <ResponsiveBar
      key={painted}
      data={data}
      indexBy="label"
      keys={[dataset]}
      colors={({ index }) => colours[index] ?? theme.vars.palette.text.secondary}
      colorBy="indexValue"
      theme={chartTheme(theme)}
      animate={false}
      margin={{ top: 58, right: 4, bottom: 34, left: 44 }}
      padding={0.45}
      borderRadius={4}
      borderColor="transparent"
      enableLabel={false}
      enableTotals
      totalsOffset={14}
      axisLeft={{
        tickSize: 0,
        tickPadding: 14,
        tickValues: 5,
        format: (value: number) => (value % 1 === 0 ? formatCount(value) : ''),
      }}
      axisBottom={{ tickSize: 0, tickPadding: 14 }}
      gridYValues={5}
      valueFormat={formatCount}
      tooltip={CountTooltip}
      legends={[
        {
          dataFrom: 'keys',
          anchor: 'top-right',
          direction: 'row',
          translateY: -54,
          itemWidth: 112,
          itemHeight: 20,
          symbolSize: 20,
          symbolSpacing: 18,
          symbolShape: swatch(colours),
        },
      ]}
      role="img"
      ariaLabel={`Dashboard Counts: ${bars.map(({ label, [dataset]: count }) => `${label} ${formatCount(count)}`).join(', ')}`}
    />
  );
}
