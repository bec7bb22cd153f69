import {
  getNamedType,
  isLeafType,
  isListType,
  isNonNullType,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLSchema,
} from 'graphql';
import type { ComplexityEstimator } from 'graphql-query-complexity';
import { isPartOfRecord } from './recordParts';

/** Rows of small lists inside a record. */
const few = 10;
/** A cart holds at most 500 entries, and usually a few. */
export const cartRows = 50;
/** More than any bulk call accepts. */
const bulkRows = 100;
const introspectedRows = 30;
/** About as many types as the schema has. */
const introspectedTypes = 250;

/** How many rows a list without `first` has: the most there can be, or what is usual where that is far more. */
export const listRows: Readonly<Record<string, number>> = {
  'Product.pictures': few,
  'ProductSuggestions.products': 1,
  'AuditEntry.changes': few,
  'Query.categories': 4,
  'Query.cart': cartRows,
  'Query.webhookEndpoints': few,
  'Query.countries': 250,
  'Country.regions': 3,
  'Query.addresses': 20,
  'SaveAddressPayload.addresses': 20,
  'DeleteAddressPayload.addresses': 20,
  'BulkUpdateProductsPayload.results': bulkRows,
  'ImportProductsPayload.results': bulkRows,
  'ImportProductResult.errors': few,
  'MarkContactMessagesReadPayload.contactMessages': bulkRows,
  'CreateFulfillmentsPayload.results': 50,
  'UndoFulfillmentsPayload.results': 50,
  'CartSummary.lines': cartRows,
  'CartSummary.problems': cartRows,
  'Checkout.lines': cartRows,
  'Checkout.shippingMethods': few,
  'Checkout.problems': cartRows,
  'SubmitCheckoutPayload.problems': cartRows,
  'ReorderPayload.lines': cartRows,
  'Order.lines': few,
  'Order.creditNotes': few,
  'Order.timeline': few,
  'Order.messages': few,
  'Order.outboxMessages': few,
  'Order.fulfillments': few,
  'Order.refunds': few,
  'Order.ledger': few,
  'Order.disputes': few,
  'OutboxMessage.resends': few,
  'Fulfillment.lines': few,
  'Refund.lines': few,
  'RefundPreview.lines': few,
  'CreditNote.lines': few,
  'Paper.parties': few,
  'Paper.columns': few,
  'Paper.sums': few,
  'Reconciliation.differences': 100,
  'SalesReport.rows': 100,
  'SalesReport.taxZones': few,
  'SalesReport.bestSellers': few,
  'StockLevel.movements': 50,
  'Delivery.zones': few,
  'ShippingSettings.zones': few,
  'ShippingZone.methods': few,
  'TaxSettings.zones': few,
};

const aliasOf = ({ alias, name }: FieldNode) => (alias && alias.value !== name.value ? alias.value : null);

/** The schema's own description, or a part of it. */
const isIntrospection = (field: GraphQLField<unknown, unknown>) => getNamedType(field.type).name.startsWith('__');

/** What costs nothing, or nothing by its rows, where it is asked for once. */
const isWithinRecord = (parent: string, field: GraphQLField<unknown, unknown>) =>
  isLeafType(getNamedType(field.type)) ||
  isIntrospection(field) ||
  isPartOfRecord(field) ||
  (parent !== 'Query' && `${parent}.${field.name}` in listRows);

const repeatedFields = new WeakMap<DocumentNode, ReadonlySet<string>>();

/** The fields within records, as `Type.field`, that a document asks for under more than one name. */
function repeatedIn(schema: GraphQLSchema, document: DocumentNode): ReadonlySet<string> {
  const found = repeatedFields.get(document);
  if (found) return found;
  const keys = new Map<string, Set<string>>();
  const types = new TypeInfo(schema);
  const Field = (node: FieldNode) => {
    const [parent, field] = [types.getParentType(), types.getFieldDef()];
    if (!parent || !field || !isWithinRecord(parent.name, field)) return;
    const name = `${parent.name}.${field.name}`;
    keys.set(name, (keys.get(name) ?? new Set()).add(aliasOf(node) ?? field.name));
  };
  visit(document, visitWithTypeInfo(types, { Field }));
  const repeated = new Set([...keys].filter(([, names]) => names.size > 1).map(([name]) => name));
  repeatedFields.set(document, repeated);
  return repeated;
}

/**
 * Prices what an answer holds more than once: a field within records that is asked for under several names costs 1 in
 * every row for each alias. null: there is no such field.
 */
export function repeatedCost(schema: GraphQLSchema, document: DocumentNode): ComplexityEstimator | null {
  const repeated = repeatedIn(schema, document);
  if (repeated.size === 0) return null;
  return ({ type, field, node, args, childComplexity }) => {
    const isRepeated = aliasOf(node) !== null && repeated.has(`${type.name}.${field.name}`);
    const rows = (count: number) => count * (Number(isRepeated) + childComplexity);
    if (typeof args['first'] === 'number') return rows(Math.max(1, args['first']));
    const wanted: unknown = args['slugs'] ?? args['numbers'];
    if (Array.isArray(wanted)) return rows(wanted.length);
    const isList = isListType(isNonNullType(field.type) ? field.type.ofType : field.type);
    // As much as all its types.
    if (field.name === '__schema') return introspectedTypes * Number(isRepeated) + childComplexity;
    if (!isList) return rows(1);
    if (isIntrospection(field)) return rows(field.name === 'types' ? introspectedTypes : introspectedRows);
    return rows(listRows[`${type.name}.${field.name}`] ?? 1);
  };
}
