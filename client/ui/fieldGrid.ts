/** Fields side by side if there is room. */
export const fieldGrid = (columns: number) =>
  ({
    display: 'grid',
    gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: `repeat(${columns}, minmax(0, 1fr))` },
    alignItems: 'start',
    gap: 2.5,
  }) as const;
