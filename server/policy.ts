/**
 * The access policy (specification section 6, decision 6), the only place where permissions are defined: services, the
 * access test and the permissions page read it. Root fields missing here are rejected for everyone. public: anyone.
 * signedIn: anyone with a valid token of a live account. self: the person the call is about, or an admin. admin: role
 * 'admin', read from the database on every call.
 */
export type Access = 'public' | 'signedIn' | 'self' | 'admin';

export const policy = {
  products: 'public',
  removedProducts: 'admin',
  allProducts: 'admin',
  product: 'public',
  productsBySlugs: 'public',
  productSuggestions: 'public',
  categories: 'public',
  me: 'public',
  myData: 'signedIn',
  cart: 'self',
  storeItems: 'self',
  users: 'admin',
  userRole: 'self',
  counts: 'admin',
  contactMessages: 'admin',
  unreadContactMessages: 'admin',
  markContactMessagesRead: 'admin',
  auditEntries: 'admin',
  paymentNotices: 'admin',
  providerPayments: 'admin',
  replayNotice: 'admin',
  sendTestNotice: 'admin',
  apiKeys: 'admin',
  createApiKey: 'admin',
  revokeApiKey: 'admin',
  outboxMessages: 'admin',
  outboxMessage: 'admin',
  resendMessage: 'admin',
  sendTestMessage: 'admin',
  webhookEndpoints: 'admin',
  webhookDeliveries: 'admin',
  createWebhookEndpoint: 'admin',
  updateWebhookEndpoint: 'admin',
  rotateWebhookSecret: 'admin',
  deleteWebhookEndpoint: 'admin',
  sendTestEvent: 'admin',
  resendWebhookDelivery: 'admin',
  createAccessToken: 'signedIn',
  registerUser: 'signedIn',
  addToStore: 'signedIn',
  createProduct: 'signedIn',
  updateProduct: 'self',
  deleteStoreItem: 'self',
  restoreStoreItem: 'self',
  updateProfile: 'signedIn',
  bulkUpdateProducts: 'admin',
  importProducts: 'admin',
  changeUserRole: 'admin',
  deleteUser: 'admin',
  sendContactMessage: 'public',
  // Guests buy, too: the service checks who owns a checkout.
  cartSummary: 'signedIn',
  setStoreQuantity: 'signedIn',
  acceptPrice: 'signedIn',
  checkout: 'public',
  startCheckout: 'public',
  updateCheckout: 'public',
  submitCheckout: 'public',
  confirmPayment: 'public',
  extendHold: 'public',
  cancelCheckout: 'public',
  availability: 'public',
  stockLevel: 'self',
  // Callers' own; the admins' list has all.
  stockLevels: 'signedIn',
  adjustStock: 'self',
  order: 'public',
  myOrders: 'signedIn',
  undoOrder: 'public',
  cancelOrder: 'public',
  findOrder: 'public',
  reorder: 'signedIn',
  claimGuestOrders: 'signedIn',
  countries: 'public',
  delivery: 'public',
  shippingSettings: 'admin',
  saveShippingSettings: 'admin',
  taxSettings: 'admin',
  taxPreview: 'admin',
  saveTaxSettings: 'admin',
  sellerSettings: 'admin',
  saveSellerSettings: 'admin',
  addresses: 'signedIn',
  saveAddress: 'signedIn',
  deleteAddress: 'signedIn',
  orders: 'admin',
  packingSlips: 'admin',
  shopOrder: 'admin',
  refundPreview: 'admin',
  salesReport: 'admin',
  reconciliation: 'admin',
  checkReconciliation: 'admin',
  fixDifference: 'admin',
  createFulfillment: 'admin',
  createFulfillments: 'admin',
  undoFulfillments: 'admin',
  updateFulfillment: 'admin',
  markDelivered: 'admin',
  undoDelivery: 'admin',
  capturePayment: 'admin',
  refundOrder: 'admin',
  cancelShopOrder: 'admin',
  addOrderNote: 'admin',
} as const satisfies Record<string, Access>;

export type Operation = keyof typeof policy;

/**
 * What an API key may call, by its scopes (docs/api-keys.md): these root fields only, even of the public ones.
 * Accounts, roles, carts, personal data, messages, settings, the audit log and the keys themselves are in no scope.
 */
export const apiKeyScopes = {
  'read:products': [
    'products',
    'removedProducts',
    'allProducts',
    'product',
    'productsBySlugs',
    'productSuggestions',
    'categories',
  ],
  'write:products': [
    'createProduct',
    'updateProduct',
    'deleteStoreItem',
    'restoreStoreItem',
    'bulkUpdateProducts',
    'importProducts',
  ],
  'read:stock': ['availability', 'stockLevel', 'stockLevels'],
  'write:stock': ['adjustStock'],
  'read:orders': ['orders', 'shopOrder', 'packingSlips', 'refundPreview'],
  'write:orders': [
    'createFulfillment',
    'createFulfillments',
    'undoFulfillments',
    'updateFulfillment',
    'markDelivered',
    'undoDelivery',
    'addOrderNote',
  ],
  'write:refunds': ['capturePayment', 'refundOrder', 'cancelShopOrder'],
  'read:reports': ['salesReport'],
} as const satisfies Record<string, readonly Operation[]>;

export type ApiKeyScope = keyof typeof apiKeyScopes;

const allScopes = Object.entries(apiKeyScopes) as [ApiKeyScope, readonly string[]][];

/** Empty: no API key may call it. */
export const scopesOpening = (operation: string): ApiKeyScope[] =>
  allScopes.filter(([, operations]) => operations.includes(operation)).map(([scope]) => scope);
