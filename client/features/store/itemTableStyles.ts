import { rem } from '../../theme/typography';
import type { TableStyles } from '../../ui/tableColumns';

/** A card with room for a tablet's row, and one that has none for a date beside the buttons. */
const tabletCard = `@container (min-width: ${rem(590)})`;
const slimCard = `@container (max-width: ${rem(303)})`;

const cell = (column: string) => `& td[data-column="${column}"]`;
const inName = { [`${cell('name')} > div`]: { mt: 0.5 } };

const columns = {
  '& :is(td, th)': { px: { xs: 0.625, xl: 1 } },
  '& :is(td, th):first-of-type': { pl: 2 },
  '& td': { typography: { xs: 'caption', xl: 'dense' } },
  '& th[data-column="select"]': { width: { xs: rem(38), xl: rem(44) } },
  [cell('price')]: { whiteSpace: 'normal' },
  '& :is(td, th)[data-column="actions"]': { textAlign: 'right', whiteSpace: 'nowrap' },
  ...inName,
};

const cards = {
  '& td img': { width: 56, height: 56 },
  [cell('select')]: { alignSelf: 'center' },
  [cell('name')]: { display: 'block' },
  [cell('price')]: { justifyContent: 'flex-end', fontWeight: 'fontWeightMedium' },
  [cell('discount')]: { justifyContent: 'flex-end', gap: 0.75, '&::before': { minWidth: 0 } },
  '& :is([data-column="categories"], [data-column="email"], [data-column="date"])': {
    color: 'text.secondary',
    typography: 'caption',
  },
  [cell('categories')]: { mt: 0.5, [tabletCard]: { mt: 0, alignSelf: 'start' } },
  [cell('date')]: { alignSelf: 'center' },
  [cell('actions')]: { justifyContent: 'flex-end', '& :is(a, button)': { minWidth: rem(40), height: rem(40) } },
  ...inName,
};

const tablet = `56px minmax(0, 1fr) minmax(${rem(130)}, 0.8fr) ${rem(104)} minmax(${rem(156)}, auto)`;
const tabletRow = {
  alignItems: 'center',
  gridTemplateColumns: tablet,
  gridTemplateAreas: '"photo name stock price actions" "photo categories date discount actions"',
  p: '12px 16px',
};
const row = {
  alignItems: 'start',
  gridTemplateColumns: '56px minmax(0, 1fr) auto',
  gridTemplateAreas:
    '"photo name price" "photo stock discount" "categories categories categories" "date actions actions"',
  p: '16px 14px 10px',
  [slimCard]: {
    gridTemplateAreas: `"photo name name" "photo stock stock" "price price discount"
      "categories categories categories" "date date date" "actions actions actions"`,
  },
  [tabletCard]: tabletRow,
};

/** With boxes and owners. */
const wide = `
  "select photo name stock price actions"
  "select photo categories email discount actions"
  "select photo categories date discount actions"`;
const rest = '". email email email" ". date actions actions"';
const slim = `
  "select photo name name" "select photo stock stock" ". price price discount" ". categories categories categories"
  ". email email email" ". date date date" "actions actions actions actions"`;
const first = '"select photo name price" "select photo stock discount" ". categories categories categories"';
/** A bulk action's result needs the room beside the name. */
const firstWithNote = '"select photo name name" "select photo stock price" ". categories categories discount"';
const withNote = '&:has([data-note])';
const adminRow = {
  ...row,
  gridTemplateColumns: '20px 56px minmax(0, 1fr) auto',
  gridTemplateAreas: `${first} ${rest}`,
  [withNote]: { gridTemplateAreas: `${firstWithNote} ${rest}` },
  [slimCard]: { gridTemplateAreas: slim, [withNote]: { gridTemplateAreas: slim } },
  [tabletCard]: {
    ...tabletRow,
    gridTemplateColumns: `20px ${tablet}`,
    gridTemplateAreas: wide,
    [withNote]: { gridTemplateAreas: wide },
  },
};

export const itemTableStyles: Record<'own' | 'admin', TableStyles> = {
  own: { columns, cards: { ...cards, '& tbody tr': row } },
  admin: { columns, cards: { ...cards, '& tbody tr': adminRow } },
};
