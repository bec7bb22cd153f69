import { rem } from '../../theme/typography';
import type { TableStyles } from '../../ui/tableColumns';

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
  [cell('categories')]: { mt: { xs: 0.5, table: 0 }, alignSelf: { table: 'start' } },
  [cell('date')]: { alignSelf: 'center' },
  [cell('actions')]: { justifyContent: 'flex-end', '& :is(a, button)': { minWidth: rem(40), height: rem(40) } },
  ...inName,
};

const tablet = '56px minmax(0, 1fr) minmax(130px, 0.8fr) 104px minmax(156px, auto)';
const row = {
  alignItems: { xs: 'start', table: 'center' },
  gridTemplateColumns: { xs: '56px minmax(0, 1fr) auto', table: tablet },
  gridTemplateAreas: {
    xs: '"photo name price" "photo stock discount" "categories categories categories" "date actions actions"',
    table: '"photo name stock price actions" "photo categories date discount actions"',
  },
  p: { xs: '16px 14px 10px', table: '12px 16px' },
};

/** With boxes and owners. */
const wide = `
  "select photo name stock price actions"
  "select photo categories email discount actions"
  "select photo categories date discount actions"`;
const rest = '". email email email" ". date actions actions"';
const adminRow = {
  ...row,
  gridTemplateColumns: { xs: '20px 56px minmax(0, 1fr) auto', table: `20px ${tablet}` },
  gridTemplateAreas: {
    xs: `"select photo name price" "select photo stock discount" ". categories categories categories" ${rest}`,
    table: wide,
  },
  // A bulk action's result needs the room beside the name.
  '&:has([data-note])': {
    gridTemplateAreas: {
      xs: `"select photo name name" "select photo stock price" ". categories categories discount" ${rest}`,
      table: wide,
    },
  },
};

export const itemTableStyles: Record<'own' | 'admin', TableStyles> = {
  own: { columns, cards: { ...cards, '& tbody tr': row } },
  admin: { columns, cards: { ...cards, '& tbody tr': adminRow } },
};
