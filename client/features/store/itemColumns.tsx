import Chip from '@mui/material/Chip';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatMoney } from '../../lib/money';
import { productPath } from '../../lib/paths';
import type { SortChoice, TableColumn } from '../../ui/tableColumns';
import { itemNameId } from './ItemActions';
import { formatCategories, formatDate, formatDiscount, formatOwner, formatStock } from './itemFormats';
import type { ItemSort } from './itemListParams';
import { ItemPhoto } from './ItemPhoto';
import type { Item } from './useItemPages';

export const sortChoices: readonly SortChoice<ItemSort>[] = [
  { value: 'NEWEST', label: 'Newest', column: 'date', direction: 'desc' },
  { value: 'OLDEST', label: 'Oldest', column: 'date', direction: 'asc' },
  { value: 'NAME', label: 'Name', column: 'name', direction: 'asc' },
  { value: 'PRICE_ASC', label: 'Price: low to high', column: 'price', direction: 'asc' },
  { value: 'PRICE_DESC', label: 'Price: high to low', column: 'price', direction: 'desc' },
];

interface Parts {
  /** The row's result of the last bulk action. */
  note: (item: Item) => ReactNode;
  actions: (item: Item) => ReactNode;
}

const Name = styled('span')(({ theme: { typography } }) => ({
  display: '-webkit-box',
  overflow: 'hidden',
  fontWeight: typography.fontWeightMedium,
  lineHeight: 1.3,
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 3,
  '& a:hover': { textDecoration: 'underline', textUnderlineOffset: '4px' },
}));

function ItemName({ item }: { item: Item }) {
  const slug = item.__typename === 'Product' ? item.slug : item.productSlug;
  return (
    <Name id={itemNameId(item)} title={item.name}>
      <bdi>{slug === null ? item.name : <Link to={productPath(slug)}>{item.name}</Link>}</bdi>
    </Name>
  );
}

/** How many of one's own product were sold (C53); an entry of a cart is none. */
function Sold({ item }: { item: Item }) {
  if (item.__typename !== 'Product' || item.sold === null) return null;
  return (
    <Typography variant="caption" component="span" color="textSecondary" sx={{ display: 'block' }}>
      {item.sold.toLocaleString('en-US')} sold
    </Typography>
  );
}

const isDeactivatedByShop = (item: Item) => item.__typename === 'Product' && item.deactivatedByShop;

/** In the specification's order and wording (M36, M37). */
export function itemColumns(of: 'own' | 'admin', { note, actions }: Parts): TableColumn<Item>[] {
  const email: TableColumn<Item>[] = [
    { key: 'email', header: 'User Email', bare: true, cell: formatOwner, width: '16%' },
  ];
  return [
    {
      key: 'name',
      header: 'Name',
      bare: true,
      cell: (item) => (
        <>
          <ItemName item={item} />
          {item.status === 'INACTIVE' && <Chip variant="status" size="small" label="Inactive" />}
          {isDeactivatedByShop(item) && <Chip variant="status" size="small" label="Deactivated by the shop" />}
          {note(item)}
        </>
      ),
    },
    {
      key: 'photo',
      header: of === 'own' ? 'Photos' : 'Photo',
      bare: true,
      cell: ({ photos, name }) => <ItemPhoto photo={photos[0]} name={name} />,
      width: { xs: 60, xl: 66 },
    },
    {
      key: 'price',
      header: 'Price',
      numeric: true,
      bare: true,
      cell: ({ price }) => formatMoney(price),
      width: { xs: 84, xl: 96 },
    },
    {
      key: 'discount',
      header: 'Discount',
      numeric: true,
      cell: ({ discount }) => formatDiscount(discount),
      width: { xs: 68, xl: 80 },
    },
    {
      key: 'categories',
      header: 'Categories',
      bare: true,
      cell: ({ categories }) => <bdi>{formatCategories(categories)}</bdi>,
      width: of === 'own' ? '22%' : '12%',
    },
    {
      key: 'stock',
      header: 'Stock',
      bare: true,
      cell: (item) => (
        <>
          <Chip variant="status" color={item.inStock ? 'success' : 'error'} label={formatStock(item.inStock)} />
          {of === 'own' && <Sold item={item} />}
        </>
      ),
      width: { xs: 108, xl: 122 },
    },
    ...(of === 'admin' ? email : []),
    {
      key: 'date',
      header: 'Date',
      numeric: true,
      bare: true,
      cell: ({ createdAt }) => formatDate(createdAt),
      width: { xs: 84, xl: 96 },
    },
    { key: 'actions', header: 'Actions', bare: true, cell: actions, width: { xs: 152, xl: 168 } },
  ];
}
