export const money = '{ amount currencyCode }';
const address = '{ fullName company streetLine1 streetLine2 city region postalCode countryCode phoneNumber }';

/** What checkouts and orders cost, and where they go. */
export const sums = `subtotal ${money} shippingTotal ${money} taxTotal ${money} taxIncluded taxZone total ${money}`;
export const addresses = `shippingAddress ${address} billingAddress ${address}`;
