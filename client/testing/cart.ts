import { screen, within } from '@testing-library/dom';
import { type Entry, newEntry, newProduct, type Product } from './builders';
import { refusal, type Resolvers } from './shop';

export const bottle = newProduct({ name: 'Summit Steel Bottle', price: 29 });
export const tote = newProduct({ name: 'Harbour Canvas Tote', price: 45.5 });
export const lamp = newProduct({ name: 'Alder Ceramic Table Lamp', price: 129 });
const catalogue: readonly Product[] = [bottle, tote, lamp];

interface ById {
  input: { id: string };
}

/** Resolvers over one shopper's store entries, with the server's behaviour. */
export function storeWith(...products: readonly Product[]) {
  const entries: Entry[] = products.map((product) => newEntry(product));
  const removed: { entry: Entry; at: number }[] = [];
  const resolvers: Resolvers = {
    cart: () => [...entries],
    product: ({ slug, id }: { slug?: string; id?: string }) =>
      catalogue.find((each) => each.id === id || each.slug === slug) ?? null,
    addToStore: ({ input: { productId } }: { input: { productId: string } }) => {
      const product = [...catalogue, ...products].find((each) => each.id === productId);
      if (!product) throw refusal('There is no such product.', 'NOT_FOUND', 'productId');
      const storeEntry = newEntry(product);
      entries.push(storeEntry);
      return { storeEntry, priceHasChanged: false };
    },
    deleteStoreItem: ({ input: { id } }: ById) => {
      const at = entries.findIndex((each) => each.id === id);
      const [entry] = entries.splice(at, 1);
      if (!entry) throw refusal('There is no such item.', 'NOT_FOUND', 'id');
      removed.push({ entry, at });
      return { storeItem: entry };
    },
    restoreStoreItem: ({ input: { id } }: ById) => {
      const found = removed.find(({ entry }) => entry.id === id);
      if (!found) throw refusal('It is gone.', 'NOT_FOUND', 'id');
      entries.splice(found.at, 0, found.entry);
      return { storeItem: found.entry };
    },
  };
  return { entries, resolvers, names: () => entries.map(({ name }) => name) };
}

export const cartButton = () => screen.getByRole('button', { name: /^Cart/ });
export const badge = () => screen.queryByTestId('cart-count');
export const findDrawer = async () => within(await screen.findByRole('dialog', { name: 'Shopping Cart' }));
export const findAdd = (name: string) => screen.findByRole('button', { name: `Add ${name}` });
