const teeth = 14;
const point = (radius: number, turn: number) =>
  `${(29 + radius * Math.cos(turn * 2 * Math.PI)).toFixed(2)} ${(29 + radius * Math.sin(turn * 2 * Math.PI)).toFixed(2)}`;

const seal = `M${point(25.5, 0)}${Array.from(
  { length: teeth },
  (_, tooth) => `Q${point(31.5, (tooth + 0.5) / teeth)} ${point(25.5, (tooth + 1) / teeth)}`,
).join('')}Z`;

export function DiscountBadge({ percent }: { percent: number }) {
  return (
    <span className="stamp">
      <svg viewBox="0 0 58 58" aria-hidden="true" focusable="false">
        <path d={seal} />
      </svg>
      <span>-{percent}%</span>
    </span>
  );
}
