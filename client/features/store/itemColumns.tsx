import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatMoney } from '../../lib/money';
import { productPath } from '../../lib/paths';
import type { SortChoice, TableColumn } from '../../ui/tableColumns';
import { itemNameId } from './ItemActions';
import { formatCategories, formatDate, formatDiscount, formatEmail, formatStock } from './itemFormats';
import type { ItemSort } from './itemListParams';
import { ItemPhoto } from './ItemPhoto';
import type { Item } from './useItemPages';

export const sortChoices: readonly SortChoice<ItemSort>[] = [
  { value: 'NEWEST', label: 'Newest', column: 'date', direction: 'descending' },
  { value: 'OLDEST', label: 'Oldest', column: 'date', direction: 'ascending' },
  { value: 'NAME', label: 'Name', column: 'name', direction: 'ascending' },
  { value: 'PRICE_ASC', label: 'Price: low to high', column: 'price', direction: 'ascending' },
  { value: 'PRICE_DESC', label: 'Price: high to low', column: 'price', direction: 'descending' },
];

interface Parts {
  /** The row's result of the last bulk action. */
  note: (item: Item) => ReactNode;
  actions: (item: Item) => ReactNode;
}

function ItemName({ item }: { item: Item }) {
  const slug = item.__typename === 'Product' ? item.slug : item.productSlug;
  return (
    <span className="item-name" id={itemNameId(item)} title={item.name}>
      <bdi>{slug === null ? item.name : <Link to={productPath(slug)}>{item.name}</Link>}</bdi>
    </span>
  );
}

const isDeactivatedByShop = (item: Item) => item.__typename === 'Product' && item.deactivatedByShop;

/** In the specification's order and wording (M36, M37). */
export function itemColumns(of: 'own' | 'admin', { note, actions }: Parts): TableColumn<Item>[] {
  const email: TableColumn<Item>[] = [
    { key: 'email', header: 'User Email', bare: true, cell: ({ email: owner }) => formatEmail(owner) },
  ];
  return [
    {
      key: 'name',
      header: 'Name',
      bare: true,
      cell: (item) => (
        <>
          <ItemName item={item} />
          {item.status === 'INACTIVE' && <span className="pill idle">Inactive</span>}
          {isDeactivatedByShop(item) && <span className="pill idle">Deactivated by the shop</span>}
          {note(item)}
        </>
      ),
    },
    {
      key: 'photo',
      header: of === 'own' ? 'Photos' : 'Photo',
      bare: true,
      cell: ({ photos, name }) => <ItemPhoto photo={photos[0]} name={name} />,
    },
    { key: 'price', header: 'Price', numeric: true, bare: true, cell: ({ price }) => formatMoney(price) },
    { key: 'discount', header: 'Discount', numeric: true, cell: ({ discount }) => formatDiscount(discount) },
    {
      key: 'categories',
      header: 'Categories',
      bare: true,
      cell: ({ categories }) => <bdi>{formatCategories(categories)}</bdi>,
    },
    {
      key: 'stock',
      header: 'Stock',
      bare: true,
      cell: ({ inStock }) => <span className={`pill ${inStock ? '' : 'off'}`}>{formatStock(inStock)}</span>,
    },
    ...(of === 'admin' ? email : []),
    { key: 'date', header: 'Date', numeric: true, bare: true, cell: ({ createdAt }) => formatDate(createdAt) },
    { key: 'actions', header: 'Actions', bare: true, cell: actions },
  ];
}
