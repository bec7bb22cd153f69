/**
 * Who may call what (specification section 6, decision 6). This table is the only place where a right is written down:
 * services, the access test and the permissions page read it. A root field that is missing here is refused to everybody.
 *
 * public: anybody. signedIn: anybody with a valid token of a live account. self: the person the call is about, or an
 * admin. admin: role 'admin', read from the database on every call.
 */
export type Access = 'public' | 'signedIn' | 'self' | 'admin';

export const policy = {
  products: 'public',
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
  auditEntries: 'admin',
  outboxMessages: 'admin',
  outboxMessage: 'admin',
  resendMessage: 'admin',
  sendTestMessage: 'admin',
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
  // Guests buy, too: whose a checkout is its service looks at.
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
  // Everybody's own; an admin's list has all.
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
  addresses: 'signedIn',
  saveAddress: 'signedIn',
  deleteAddress: 'signedIn',
} as const satisfies Record<string, Access>;

export type Operation = keyof typeof policy;
