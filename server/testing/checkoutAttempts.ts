import { must, type Principal } from './principals';
import type { TestServer } from './startTestServer';

interface Parts {
  readonly server: () => TestServer;
  readonly owner: () => Principal;
  readonly newProduct: () => Promise<{ readonly slug: string }>;
}

/** What the access test asks of checkouts and addresses; each is about another one of the owner. */
export function checkoutAttempts({ server, owner, newProduct }: Parts) {
  const asOwner = <T>(query: string, input: object) => must(server(), query, { input }, owner().token) as Promise<T>;

  const address = { fullName: 'A Name', streetLine1: '1 Way', city: 'Bonn', postalCode: '53111', countryCode: 'DE' };

  /** Of the caller, whoever may save one. */
  async function savedAddress({ uid }: Principal): Promise<string> {
    const saved = {
      ...address,
      id: 'home',
      company: '',
      streetLine2: '',
      region: '',
      phoneNumber: '',
      isDefault: true,
    };
    if (uid !== '') await server().repositories.addresses.delete(uid);
    if (uid !== '') await server().repositories.addresses.replace(uid, null, [saved]);
    return saved.id;
  }

  /** Of the owner. */
  async function openCheckout(): Promise<string> {
    const { slug } = await newProduct();
    const { startCheckout } = await asOwner<{ startCheckout: { checkout: { id: string } } }>(
      'mutation ($input: StartCheckoutInput!) { startCheckout(input: $input) { checkout { id } } }',
      { slug },
    );
    return startCheckout.checkout.id;
  }

  /** Of the owner, with a payment that is open; one at a time, since nobody may hold many. */
  async function heldCheckout(): Promise<string> {
    await server()
      .db.collection('checkouts')
      .updateMany({}, { $set: { heldUntil: null } });
    const id = await openCheckout();
    const { updateCheckout } = await asOwner<{ updateCheckout: { checkout: { total: { amount: number } } } }>(
      'mutation ($input: UpdateCheckoutInput!) { updateCheckout(input: $input) { checkout { total { amount } } } }',
      { id, email: owner().email, shippingAddress: address },
    );
    await asOwner('mutation ($input: SubmitCheckoutInput!) { submitCheckout(input: $input) { checkout { id } } }', {
      id,
      expectedTotal: updateCheckout.checkout.total.amount,
    });
    return id;
  }

  return {
    checkout: async () => ({
      query: 'query C($id: ID!) { checkout(id: $id) { id } }',
      variables: { id: await heldCheckout() },
    }),
    startCheckout: async () => {
      const { slug } = await newProduct();
      return {
        query: 'mutation S($input: StartCheckoutInput!) { startCheckout(input: $input) { checkout { id } } }',
        variables: { input: { slug } },
      };
    },
    updateCheckout: async () => ({
      query: 'mutation U($input: UpdateCheckoutInput!) { updateCheckout(input: $input) { checkout { id } } }',
      variables: { input: { id: await openCheckout(), note: 'Leave it at the door.' } },
    }),
    submitCheckout: async () => ({
      query: 'mutation S($input: SubmitCheckoutInput!) { submitCheckout(input: $input) { checkout { id } } }',
      variables: { input: { id: await openCheckout(), expectedTotal: 1 } },
    }),
    confirmPayment: async () => ({
      query: 'mutation C($input: ConfirmPaymentInput!) { confirmPayment(input: $input) { checkout { id } } }',
      variables: { input: { id: await heldCheckout() } },
    }),
    extendHold: async () => ({
      query: 'mutation E($input: ExtendHoldInput!) { extendHold(input: $input) { checkout { id } } }',
      variables: { input: { id: await heldCheckout() } },
    }),
    addresses: () => ({ query: '{ addresses { id } }', variables: {} }),
    saveAddress: () => ({
      query: 'mutation S($input: SaveAddressInput!) { saveAddress(input: $input) { addresses { id } } }',
      variables: { input: { address } },
    }),
    deleteAddress: async (caller: Principal) => ({
      query: 'mutation D($input: DeleteAddressInput!) { deleteAddress(input: $input) { addresses { id } } }',
      variables: { input: { id: await savedAddress(caller) } },
    }),
    cancelCheckout: async () => ({
      query: 'mutation C($input: CancelCheckoutInput!) { cancelCheckout(input: $input) { checkout { id } } }',
      variables: { input: { id: await heldCheckout() } },
    }),
  };
}
