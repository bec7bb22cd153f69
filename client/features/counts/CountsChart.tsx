import { type BarDatum, type BarTooltipProps, ResponsiveBar } from '@nivo/bar';
import { formatCount } from '../../lib/formatCount';
import { useAppliedTheme } from '../../ui/useAppliedTheme';
import { type CountBar, dataset } from './bars';

const theme = {
  text: { fontFamily: 'var(--text)', fontSize: 14, fill: 'var(--muted)' },
  axis: { ticks: { text: { fill: 'var(--muted)' } } },
  grid: { line: { stroke: 'var(--line)', strokeWidth: 1 } },
  legends: { text: { fontSize: 14, fill: 'var(--muted)' } },
  labels: { text: { fontSize: 16, fontWeight: 640, fill: 'var(--ink)' } },
  tooltip: { container: { background: 'transparent', boxShadow: 'none', padding: 0 } },
};

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
    <div className="chart-tooltip">
      <svg viewBox="0 0 10 10" aria-hidden="true">
        <rect width="10" height="10" fill={color} />
      </svg>
      <span>
        {indexValue}
        <br />
        {dataset}: <b>{formatCount(value)}</b>
      </span>
    </div>
  );
}

/** Loaded lazily. For screen readers it is one image, because the table has the same data. */
export function CountsChart({ bars }: { bars: readonly CountBar[] }) {
  const data: BarDatum[] = bars.map(({ label, [dataset]: count }) => ({ label, [dataset]: count }));
  const colours = bars.map(({ colour }) => colour);
  const painted = useAppliedTheme();
  return (
    <div className="chart">
      <ResponsiveBar
        // nivo resolves CSS variables when it is mounted.
        key={painted}
        data={data}
        indexBy="label"
        keys={[dataset]}
        colors={({ index }) => colours[index] ?? 'var(--muted)'}
        colorBy="indexValue"
        theme={theme}
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
    </div>
  );
}
