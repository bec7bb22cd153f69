import type { Resolvers } from './__generated__/resolvers';
import { addressesResolvers } from './addresses/addresses.resolvers';
import { auditResolvers } from './audit/audit.resolvers';
import { checkoutResolvers } from './checkout/checkout.resolvers';
import { countsResolvers } from './counts/counts.resolvers';
import { Cents } from './graphql/cents';
import { DateTime } from './graphql/dateTime';
import { mailResolvers } from './mail/mail.resolvers';
import { messagesResolvers } from './messages/messages.resolvers';
import { ordersResolvers } from './orders/orders.resolvers';
import { personalDataResolvers } from './personalData/personalData.resolvers';
import { productsResolvers } from './products/products.resolvers';
import { countriesResolvers } from './shipping/countries.resolvers';
import { inventoryResolvers } from './inventory/inventory.resolvers';
import { shippingSettingsResolvers } from './shipping/shippingSettings.resolvers';
import { taxSettingsResolvers } from './taxes/taxSettings.resolvers';
import { shopOrdersResolvers } from './shopOrders/shopOrders.resolvers';
import { storeResolvers } from './store/store.resolvers';
import { usersResolvers } from './users/users.resolvers';

const parts: readonly Resolvers[] = [
  productsResolvers,
  storeResolvers,
  usersResolvers,
  countsResolvers,
  messagesResolvers,
  mailResolvers,
  auditResolvers,
  personalDataResolvers,
  checkoutResolvers,
  ordersResolvers,
  shopOrdersResolvers,
  countriesResolvers,
  shippingSettingsResolvers,
  taxSettingsResolvers,
  inventoryResolvers,
  addressesResolvers,
];

export const resolvers: Resolvers = {
  ...Object.assign({}, ...parts),
  Query: Object.assign({}, ...parts.map(({ Query }) => Query)),
  Mutation: Object.assign({}, ...parts.map(({ Mutation }) => Mutation)),
  DateTime,
  Cents,
};
