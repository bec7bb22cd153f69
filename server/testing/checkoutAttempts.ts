import type { Operation } from '../policy';
import { homeAddress } from './buyer';
import { checkoutTarget } from './checkoutTargets';
import type { Principal } from './principals';
import type { TestServer } from './startTestServer';

interface Deps {
  readonly server: () => TestServer;
  readonly owner: () => Principal;
  readonly newProduct: () => Promise<{ readonly slug: string }>;
}

/** The calls of the access test to checkouts and addresses, each with a new one of the owner. */
export function checkoutAttempts({ server, owner, newProduct }: Deps) {
  async function aboutCheckout(name: Operation) {
    const { keys, body } = await checkoutTarget(server(), name, owner().token);
    const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
    return {
      query: `mutation M($input: ${type}!) { ${name}(input: $input) { checkout { id } } }`,
      variables: { input: { id: keys['id'], ...body } },
    };
  }

  /** Saves an address of the caller, for every caller who may save one. */
  async function savedAddress({ uid }: Principal): Promise<string> {
    const { addresses } = server().repositories;
    const saved = { ...homeAddress, id: 'home', company: '', streetLine2: '', phoneNumber: '', isDefault: true };
    if (uid === '') return saved.id;
    await addresses.delete(uid);
    await addresses.replace(uid, null, [saved]);
    return saved.id;
  }

  return {
    checkout: async () => ({
      query: 'query C($id: ID!) { checkout(id: $id) { id } }',
      variables: { id: (await checkoutTarget(server(), 'checkout', owner().token)).keys['id'] },
    }),
    startCheckout: async () => {
      const { slug } = await newProduct();
      return {
        query: 'mutation S($input: StartCheckoutInput!) { startCheckout(input: $input) { checkout { id } } }',
        variables: { input: { slug } },
      };
    },
    updateCheckout: () => aboutCheckout('updateCheckout'),
    submitCheckout: () => aboutCheckout('submitCheckout'),
    confirmPayment: () => aboutCheckout('confirmPayment'),
    extendHold: () => aboutCheckout('extendHold'),
    cancelCheckout: () => aboutCheckout('cancelCheckout'),
    addresses: () => ({ query: '{ addresses { id } }', variables: {} }),
    saveAddress: () => ({
      query: 'mutation S($input: SaveAddressInput!) { saveAddress(input: $input) { addresses { id } } }',
      variables: { input: { address: homeAddress } },
    }),
    deleteAddress: async (caller: Principal) => ({
      query: 'mutation D($input: DeleteAddressInput!) { deleteAddress(input: $input) { addresses { id } } }',
      variables: { input: { id: await savedAddress(caller) } },
    }),
  };
}
