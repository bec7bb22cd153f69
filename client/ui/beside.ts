import { rem } from '../theme/typography';

/** The size container of `beside`. */
export const room = { containerType: 'inline-size', width: 1 } as const;

/** Parts of a dashboard page, side by side if their text fits: from a window of 1200 px at the designed font size. */
export const beside = (gridTemplateColumns: string) =>
  ({
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    alignItems: 'start',
    [`@container (min-width: ${rem(880)})`]: { gridTemplateColumns },
  }) as const;
