import { rem } from '../theme/typography';

/** Around `beside`: the room there is. */
export const room = { containerType: 'inline-size', width: 1 } as const;

/** Parts of a page of the dashboard, beside each other where their words have room: in a window of 1200 px, if drawn as large as words are. */
export const beside = (gridTemplateColumns: string) =>
  ({
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    alignItems: 'start',
    [`@container (min-width: ${rem(880)})`]: { gridTemplateColumns },
  }) as const;
