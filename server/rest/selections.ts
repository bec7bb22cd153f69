export const money = '{ amount currencyCode }';
const address = '{ fullName company streetLine1 streetLine2 city region postalCode countryCode phoneNumber }';

/** Totals and addresses of checkouts and orders. */
export const sums = `subtotal ${money} shippingTotal ${money} taxTotal ${money} taxIncluded taxZone total ${money}`;
export const addresses = `shippingAddress ${address} billingAddress ${address}`;
