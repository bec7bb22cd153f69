import type { Resolvers } from './__generated__/resolvers';
import { addressesResolvers } from './addresses/addresses.resolvers';
import { auditResolvers } from './audit/audit.resolvers';
import { checkoutResolvers } from './checkout/checkout.resolvers';
import { countsResolvers } from './counts/counts.resolvers';
import { Cents } from './graphql/cents';
import { documentsResolvers } from './documents/documents.resolvers';
import { DateTime } from './graphql/dateTime';
import { apiKeysResolvers } from './apiKeys/apiKeys.resolvers';
import { mailResolvers } from './mail/mail.resolvers';
import { messagesResolvers } from './messages/messages.resolvers';
import { noticesResolvers } from './notices/notices.resolvers';
import { ordersResolvers } from './orders/orders.resolvers';
import { personalDataResolvers } from './personalData/personalData.resolvers';
import { productsResolvers } from './products/products.resolvers';
import { reconciliationResolvers } from './reconciliation/reconciliation.resolvers';
import { reportsResolvers } from './reports/reports.resolvers';
import { countriesResolvers } from './shipping/countries.resolvers';
import { inventoryResolvers } from './inventory/inventory.resolvers';
import { shippingSettingsResolvers } from './shipping/shippingSettings.resolvers';
import { sellerSettingsResolvers } from './seller/sellerSettings.resolvers';
import { taxSettingsResolvers } from './taxes/taxSettings.resolvers';
import { shopOrdersResolvers } from './shopOrders/shopOrders.resolvers';
import { storeResolvers } from './store/store.resolvers';
import { usersResolvers } from './users/users.resolvers';
import { webhooksResolvers } from './webhooks/webhooks.resolvers';

const parts: readonly Resolvers[] = [
  productsResolvers,
  storeResolvers,
  usersResolvers,
  countsResolvers,
  messagesResolvers,
  apiKeysResolvers,
  mailResolvers,
  auditResolvers,
  personalDataResolvers,
  checkoutResolvers,
  ordersResolvers,
  documentsResolvers,
  noticesResolvers,
  webhooksResolvers,
  shopOrdersResolvers,
  reportsResolvers,
  reconciliationResolvers,
  countriesResolvers,
  shippingSettingsResolvers,
  taxSettingsResolvers,
  sellerSettingsResolvers,
  inventoryResolvers,
  addressesResolvers,
];

/** Types whose fields are defined by several features. */
const fieldsOf = (type: 'Query' | 'Mutation' | 'Order') => Object.assign({}, ...parts.map((part) => part[type]));

export const resolvers: Resolvers = {
  ...Object.assign({}, ...parts),
  Query: fieldsOf('Query'),
  Mutation: fieldsOf('Mutation'),
  Order: fieldsOf('Order'),
  DateTime,
  Cents,
};
