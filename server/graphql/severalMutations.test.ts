import { readFileSync } from 'node:fs';
import { buildSchema, isNonNullType } from 'graphql';
import { createPrincipals, type Principal } from '../testing/principals';
import { startTestServer, type TestServer } from '../testing/startTestServer';

interface Answered {
  readonly data: Readonly<Record<string, unknown>>;
  readonly errors: { readonly path: string[]; readonly extensions: { readonly code: string } }[];
}

let server: TestServer;
let owner: Principal;
beforeAll(async () => {
  server = await startTestServer();
  ({ owner } = await createPrincipals(server));
});
afterAll(() => server.stop());

const mutations = buildSchema(readFileSync('schema.graphql', 'utf8')).getMutationType()?.getFields() ?? {};

/** A call of each mutation that is refused to the owner. */
const refused: Readonly<Record<string, string>> = {
  createAccessToken: 'createAccessToken(input: { email: "other@kiosk.test" }) { token }',
  registerUser: 'registerUser(input: { name: "A", email: "other@kiosk.test" }) { user { id } }',
  addToStore: 'addToStore(input: { slug: "nowhere" }) { storeEntry { id } }',
  createProduct: 'createProduct(input: { name: "Lamp", price: 0 }) { product { id } }',
  updateProduct: 'updateProduct(input: { id: "none", version: 1, name: "Lamp" }) { product { id } }',
  deleteStoreItem: 'deleteStoreItem(input: { id: "none" }) { storeItem { id } }',
  restoreStoreItem: 'restoreStoreItem(input: { id: "none" }) { storeItem { id } }',
  updateProfile: 'updateProfile(input: { name: "" }) { user { id } }',
  bulkUpdateProducts: 'bulkUpdateProducts(input: { ids: ["a"], action: DELETE }) { results { id } }',
  importProducts: 'importProducts(input: { rows: [{}], dryRun: false }) { results { row } }',
  changeUserRole: 'changeUserRole(input: { email: "other@kiosk.test", role: ADMIN }) { user { id } }',
  deleteUser: 'deleteUser(input: { email: "other@kiosk.test" }) { user { id } }',
  sendContactMessage: 'sendContactMessage(input: { name: "", email: "x", message: "" }) { contactMessage { id } }',
  markContactMessagesRead: 'markContactMessagesRead(input: { ids: [] }) { contactMessages { id } }',
  startCheckout: 'startCheckout(input: { slug: "nowhere", quantity: 1 }) { checkout { id } }',
  updateCheckout: 'updateCheckout(input: { id: "none" }) { checkout { id } }',
  submitCheckout: 'submitCheckout(input: { id: "none", expectedTotal: 1 }) { checkout { id } }',
  confirmPayment: 'confirmPayment(input: { id: "none" }) { checkout { id } }',
  extendHold: 'extendHold(input: { id: "none" }) { checkout { id } }',
  cancelCheckout: 'cancelCheckout(input: { id: "none" }) { checkout { id } }',
  undoOrder: 'undoOrder(input: { number: "none" }) { order { number } }',
  cancelOrder: 'cancelOrder(input: { number: "none" }) { order { number } }',
  findOrder: 'findOrder(input: { number: "none", email: "nowhere" }) { message }',
  reorder: 'reorder(input: { number: "none" }) { lines { added } }',
  claimGuestOrders: 'claimGuestOrders(input: { email: "other@kiosk.test" }) { claimed }',
  saveAddress: 'saveAddress(input: { address: { countryCode: "ZZ" } }) { addresses { id } }',
  deleteAddress: 'deleteAddress(input: { id: "none" }) { addresses { id } }',
  setStoreQuantity: 'setStoreQuantity(input: { slug: "nowhere", quantity: 1 }) { cart { pieces } }',
  acceptPrice: 'acceptPrice(input: { slug: "nowhere", price: 1 }) { cart { pieces } }',
  adjustStock: 'adjustStock(input: { id: "none", delta: 1, reason: DELIVERY }) { stockLevel { version } }',
  saveShippingSettings:
    'saveShippingSettings(input: { version: 1, zones: [], excludedCountries: [] }) { shippingSettings { version } }',
  saveTaxSettings:
    'saveTaxSettings(input: { version: 1, pricesIncludeTax: false, zones: [] }) { taxSettings { version } }',
  saveSellerSettings:
    'saveSellerSettings(input: { version: 1, seller: { name: "", streetLine1: "", countryCode: "" } }) { sellerSettings { version } }',
  replayNotice: 'replayNotice(input: { id: "none" }) { paymentNotice { id } }',
  sendTestNotice: 'sendTestNotice(input: { paymentId: "none", way: AGAIN }) { providerPayment { id } }',
  checkReconciliation: 'checkReconciliation(input: { day: "2026-11-01" }) { reconciliation { day } }',
  fixDifference: 'fixDifference(input: { id: "none" }) { reconciliation { day } }',
  createApiKey: 'createApiKey(input: { name: "", scopes: [] }) { key }',
  revokeApiKey: 'revokeApiKey(input: { id: "none" }) { apiKey { id } }',
  createWebhookEndpoint:
    'createWebhookEndpoint(input: { url: "https://example.com/", events: [ORDER_PLACED] }) { webhookEndpoint { id } }',
  updateWebhookEndpoint: 'updateWebhookEndpoint(input: { id: "none", version: 1 }) { webhookEndpoint { id } }',
  rotateWebhookSecret: 'rotateWebhookSecret(input: { id: "none" }) { webhookEndpoint { id } }',
  deleteWebhookEndpoint: 'deleteWebhookEndpoint(input: { id: "none" }) { webhookEndpoint { id } }',
  sendTestEvent: 'sendTestEvent(input: { id: "none" }) { webhookDelivery { id } }',
  resendWebhookDelivery: 'resendWebhookDelivery(input: { id: "none" }) { webhookDelivery { id } }',
  resendMessage: 'resendMessage(input: { id: "none" }) { outboxMessage { id } }',
  sendTestMessage: 'sendTestMessage { outboxMessage { id } }',
  createFulfillment: 'createFulfillment(input: { number: "none" }) { fulfillmentId }',
  createFulfillments: 'createFulfillments(input: { numbers: ["none"] }) { results { error } }',
  undoFulfillments: 'undoFulfillments(input: { fulfillments: [] }) { results { error } }',
  updateFulfillment: 'updateFulfillment(input: { number: "none", id: "none" }) { order { number } }',
  markDelivered: 'markDelivered(input: { number: "none" }) { order { number } }',
  undoDelivery: 'undoDelivery(input: { number: "none" }) { order { number } }',
  capturePayment: 'capturePayment(input: { number: "none" }) { order { number } }',
  refundOrder: 'refundOrder(input: { number: "none", amount: 1 }) { order { number } }',
  cancelShopOrder: 'cancelShopOrder(input: { number: "none" }) { order { number } }',
  addOrderNote: 'addOrderNote(input: { number: "none", text: "A note" }) { order { number } }',
};

test('every mutation is nullable and has a case here', () => {
  expect(Object.keys(refused)).toEqual(Object.keys(mutations));
  expect(Object.values(mutations).filter(({ type }) => isNonNullType(type))).toEqual([]);
});

test.each(Object.entries(refused))('answers the mutations before and after a refused %s', async (name, call) => {
  const make = (alias: string) => `${alias}: createProduct(input: { name: "Done", price: 5 }) { product { id } }`;
  const before = await server.db.collection('products').countDocuments();
  const { status, json } = await server.graphql(`mutation { ${make('a')} no: ${call} ${make('b')} }`, undefined, {
    token: owner.token,
  });
  const { data, errors } = json as Answered;
  expect([status, data['no'], errors.map(({ path }) => path)]).toEqual([200, null, [['no']]]);
  expect(errors[0]?.extensions.code).not.toBe('INTERNAL_SERVER_ERROR');
  expect(data).toMatchObject({
    a: { product: { id: expect.any(String) } },
    b: { product: { id: expect.any(String) } },
  });
  expect(await server.db.collection('products').countDocuments()).toBe(before + 2);
  const alone = await server.graphql(`mutation { ${name}: ${call} }`, undefined, { token: owner.token });
  expect(alone.status).toBeGreaterThanOrEqual(400);
  expect(alone.json).toMatchObject({ data: { [name]: null }, errors: [{ path: [name] }] });
});
