import { visuallyHidden } from '@mui/utils';
import { rem } from '../theme/typography';
import type { TableColumn, TableStyles } from './tableColumns';

/** The table's container. `clip`, so that its heading sticks to the window. */
export const box = {
  position: 'relative',
  border: 1,
  borderColor: 'divider',
  borderRadius: 2,
  bgcolor: 'background.paper',
  overflow: 'clip',
  // Container queries: a card depends on its own width.
  containerType: 'inline-size',
} as const;

/** Fixed widths: no layout shift when the rows load. */
export const columnsOnly = { tableLayout: 'fixed' } as const;

/** Each value after its label. */
export const cards = {
  '&, & tbody': { display: 'block' },
  '& thead': visuallyHidden,
  '& tbody tr': { display: 'grid', gap: '4px 12px', p: 1.75 },
  '& tr + tr': { borderTop: 1, borderColor: 'divider' },
  '& tbody td': {
    display: 'flex',
    flexDirection: 'row',
    gap: 1.25,
    width: 'auto',
    minWidth: 0,
    height: 'auto',
    p: 0,
    border: 0,
    textAlign: 'left',
  },
  '& td[data-label]::before': {
    content: 'attr(data-label)',
    flex: 'none',
    // Of large letters the value needs the room.
    minWidth: `min(${rem(72)}, 30%)`,
    color: 'text.secondary',
    typography: 'caption',
  },
} as const;

export const areas = (columns: readonly Pick<TableColumn<never>, 'key'>[]) =>
  Object.fromEntries(
    ['select', ...columns.map(({ key }) => key)].map((key) => [`& td[data-column="${key}"]`, { gridArea: key }]),
  );

export const refreshed = { opacity: 0.6, transition: 'opacity 0.2s 0.3s' };

/** Its text takes the first row's place. */
export const skeletons = {
  '& tr:first-of-type td > *': { visibility: 'hidden' },
} as const;
export const loading = { position: 'absolute', top: rem(60), left: 14, pr: 3 } as const;

/** For tables whose rows end with a button; on a card it stands beside the first area of its `gridTemplateAreas`. */
export const withRowAction = (
  gridTemplateAreas: string,
  { verticalAlign = 'middle' }: { verticalAlign?: 'middle' | 'top' } = {},
): TableStyles => ({
  columns: {
    '& td': { py: 1.25, verticalAlign },
    '& :is(td, th)[data-column="actions"]': { textAlign: 'right' },
  },
  cards: {
    '& tbody tr': { gridTemplateColumns: 'minmax(0, 1fr) auto', gridTemplateAreas },
    '& td[data-column="actions"]': { justifyContent: 'flex-end' },
  },
});
