import type { ImportProductRow, Product } from '../__generated__/resolvers';
import type { AuditValue } from '../audit/auditText';
import { apiTaxClasses, taxClassOf } from '../pricing/taxClass';
import { cellReaders, type CellContext } from './cellReaders';
import { toDollars } from './money';
import { picturesOf } from './picturesOf';
import { versionOf, type ProductDocument } from './products.repository';
import { asDate, asNumber, asText, storedItemFields as item, type Stored } from './storedItem';

type Field = Exclude<keyof Product, '__typename'>;

/** Fields that depend on the viewer. */
type ViewersField = 'email' | 'ownerId' | 'stock' | 'sold';

/** Fields that people set, in a form or a column of a product file. */
export type ImportColumn = Exclude<keyof ImportProductRow, 'seenStock'>;

/** Those stored in the product; its stock is stored separately. */
export type ProductColumn = Exclude<ImportColumn, 'stock'>;

/** Prices are stored in cents. */
type StoredName<F extends ProductColumn> = F extends 'price' ? 'priceCents' : F & keyof ProductDocument;

/** The settable fields in stored form. */
export type SettableFields = Pick<ProductDocument, StoredName<ProductColumn>>;

interface ReadableField<F extends Field> {
  /** The stored fields that it is derived from, beside the id. */
  readonly stored: readonly (keyof ProductDocument)[];
  /** Its value, whatever the record lacks; null where it depends on the viewer, so that a resolver computes it. */
  readonly resolve: F extends ViewersField ? null : (product: Stored) => Exclude<Product[F], undefined>;
  /** Its value in the audit log; null: none. */
  readonly audited: ((product: Stored) => AuditValue) | null;
  /** Whether REST includes it, omitting null values. */
  readonly rest: 'never' | (null extends Product[F] ? 'unlessNull' : 'always');
}

interface SettableField<F extends ProductColumn> extends ColumnField {
  readonly stored: readonly [StoredName<F>];
  /** The value of a new product whose input omits it. */
  readonly initial: ProductDocument[StoredName<F>];
}

interface ColumnField {
  /** Position of its column in a product file. */
  readonly column: number;
  /** Parses a cell into the type of a form's input. */
  readonly cell: (cell: string, context: CellContext) => unknown;
}

type Definitions = {
  readonly [F in Field]: ReadableField<F> &
    (F extends ProductColumn ? SettableField<F> : F extends 'stock' ? ColumnField : unknown);
};

/** Fields shared with store entries, and audited as shown. */
const shared = <F extends 'name' | 'slug' | 'discount' | 'photos' | 'categories' | 'inStock'>(field: F) => ({
  stored: [field] as [F],
  resolve: item[field],
  audited: item[field],
  rest: 'always' as const,
});

/**
 * Every field of the schema's Product, once. Reading, display, audit log, comparison, import, export and REST derive
 * from here; the order is that of the audit log.
 */
export const productFields = {
  id: { stored: [], resolve: ({ _id }) => String(_id), audited: null, rest: 'always' },
  name: { ...shared('name'), initial: '', column: 1, cell: cellReaders.asWritten },
  slug: { ...shared('slug'), initial: '', column: 2, cell: cellReaders.trimmed },
  description: {
    stored: ['description'],
    initial: '',
    resolve: ({ description }) => asText(description),
    audited: ({ description }) => asText(description),
    rest: 'always',
    column: 3,
    cell: cellReaders.asWritten,
  },
  price: {
    stored: ['priceCents'],
    initial: 0,
    resolve: item.price,
    audited: (product) => item.price(product).toFixed(2),
    rest: 'always',
    column: 4,
    cell: cellReaders.price,
  },
  originalPrice: {
    stored: ['originalPriceCents'],
    resolve: ({ originalPriceCents }) => {
      const cents = asNumber(originalPriceCents);
      return cents === null ? null : toDollars(cents);
    },
    audited: null,
    rest: 'unlessNull',
  },
  discount: { ...shared('discount'), initial: 0, column: 5, cell: cellReaders.discount },
  taxClass: {
    stored: ['taxClass'],
    initial: 'standard',
    resolve: ({ taxClass }) => apiTaxClasses[taxClassOf(taxClass)],
    audited: ({ taxClass }) => taxClassOf(taxClass),
    rest: 'never',
    column: 6,
    cell: cellReaders.taxClass,
  },
  photos: { ...shared('photos'), initial: [], column: 11, cell: cellReaders.photos },
  pictures: {
    stored: ['photos'],
    resolve: (product) => picturesOf(item.photos(product)),
    audited: null,
    rest: 'never',
  },
  categories: { ...shared('categories'), initial: [], column: 10, cell: cellReaders.categories },
  inStock: { ...shared('inStock'), initial: true, column: 7, cell: cellReaders.inStock },
  purchasable: {
    stored: ['purchasable', 'inStock'],
    resolve: (product) => (product.purchasable ?? item.inStock(product)) === true,
    /** Audited only where `inStock` does not show it: when sold out. */
    audited: ({ purchasable, inStock }) => (purchasable === true && inStock === false ? true : null),
    rest: 'always',
  },
  /** Stored separately; visible to the owner and admins. */
  stock: { stored: ['ownerUid'], resolve: null, audited: null, rest: 'unlessNull', column: 8, cell: cellReaders.stock },
  /** Derived from orders; visibility as `stock`. */
  sold: { stored: ['ownerUid'], resolve: null, audited: null, rest: 'never' },
  status: {
    stored: ['status'],
    initial: 'active',
    resolve: ({ status }) => (status === 'active' ? 'ACTIVE' : 'INACTIVE'),
    audited: ({ status }) => (status === 'active' ? 'active' : 'inactive'),
    rest: 'always',
    column: 9,
    cell: cellReaders.status,
  },
  rating: { stored: ['rating'], resolve: ({ rating }) => asNumber(rating), audited: null, rest: 'unlessNull' },
  reviewCount: {
    stored: ['reviewCount'],
    resolve: ({ reviewCount }) => (Number.isInteger(reviewCount) ? asNumber(reviewCount) : null),
    audited: null,
    rest: 'unlessNull',
  },
  /** The audit log records the uid instead. */
  email: { stored: ['ownerUid'], resolve: null, audited: null, rest: 'unlessNull' },
  /** For the shop alone: names owners without an e-mail. */
  ownerId: { stored: ['ownerUid'], resolve: null, audited: null, rest: 'never' },
  createdAt: { stored: ['createdAt'], resolve: item.createdAt, audited: null, rest: 'unlessNull' },
  updatedAt: {
    stored: ['updatedAt', 'createdAt'],
    resolve: ({ updatedAt, createdAt }) => asDate(updatedAt ?? createdAt),
    audited: null,
    rest: 'unlessNull',
  },
  version: { stored: ['version'], resolve: versionOf, audited: null, rest: 'always' },
  deactivatedByShop: {
    stored: ['heldByShop'],
    resolve: ({ heldByShop }) => Boolean(heldByShop),
    audited: ({ heldByShop }) => (heldByShop ? true : null),
    rest: 'always',
  },
} satisfies Definitions;

/** Those that do not depend on the viewer. */
export type ProductViewField = Exclude<Field, ViewersField>;

export const fieldNames = Object.keys(productFields) as readonly Field[];

export const isProductField = (name: string): name is Field => Object.hasOwn(productFields, name);

const isColumn = (field: Field): field is ImportColumn => 'column' in productFields[field];

/** In the order of an export. */
export const importColumns = fieldNames
  .filter(isColumn)
  .sort((one, other) => productFields[one].column - productFields[other].column);

const isOfProduct = (column: ImportColumn): column is ProductColumn => column !== 'stock';

export const productColumns = importColumns.filter(isOfProduct);

export const settableFields = productColumns.map((column) => productFields[column].stored[0]);
