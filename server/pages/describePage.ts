import { constants } from '../constants';
import { pageFilters } from './pageFilters';

/** A query of the client's, by its name in `client/**\/*.graphql`, as the page's first screen asks it. */
export interface PageCall {
  readonly operation: 'Products' | 'Product';
  readonly variables: Readonly<Record<string, unknown>>;
}

export interface PageDescription {
  /** False: a real 404. */
  readonly known: boolean;
  /** As the client sets it too; a product's name takes its place. */
  readonly title: string;
  readonly description: string;
  /** The address that search engines keep; null: none. */
  readonly canonical: string | null;
  readonly call: PageCall | null;
  /** The address with what the page reads of it and nothing else, in one order: what a drawn page is known by. */
  readonly address: string;
  /** The path of the client's router that draws it. */
  readonly route: string;
}

export const siteTitle = 'Kiosk: good things for every day';
const siteDescription =
  'Shop from our curated collection of high-quality products across electronics, fashion, home & garden, and sports & fitness.';

/** The paths that the client's router knows and that search engines may keep, with what they are called. */
export const publicPages: Readonly<Record<string, readonly [title: string, description: string]>> = {
  '/': ['', siteDescription],
  '/products': ['Shop Our Products', 'Everything in the shop, with filters for category, price and what is in stock.'],
  '/login': ['Sign In', 'Sign in to your account to continue shopping.'],
  '/register': ['Create Account', 'Join us and start your shopping journey.'],
  '/contact': ['Contact us', 'A question, a wish, something that went wrong: real people read it, any hour.'],
  '/shipping': ['Shipping', 'How your things reach you. Orders over $50 travel for free.'],
  '/returns': ['Returns', 'You have 30 days from the day a parcel arrives to send it back.'],
  '/faq': ['Frequently asked questions', 'Short answers to what shoppers ask most.'],
  '/privacy': ['Privacy', 'What the shop stores about you, why, and how long.'],
  '/terms': ['Terms', 'What holds between you and the shop when you use it.'],
};

/** Little more than words: they are drawn by the server although they have no data. */
export const drawnWithoutData: ReadonlySet<string> = new Set([
  '/',
  '/contact',
  '/shipping',
  '/returns',
  '/faq',
  '/privacy',
  '/terms',
]);

/** The others that it knows: each shows something only to whoever it belongs to. */
const privatePages: typeof publicPages = {
  '/admin': ['Admin Panel', 'The shop in numbers.'],
  '/account/action': ['Your Account', 'Choose a new password or confirm your email address.'],
  '/dashboard': ['Dashboard', 'Your products and your account.'],
  '/dashboard/addproduct': ['Add Product', 'Offer something new in the shop.'],
  '/dashboard/userproduct': ['Products', 'Everything of yours: what you sell and what is in your cart.'],
  '/dashboard/createproduct': ['Create Product', 'A new product for the catalogue.'],
  '/dashboard/importproducts': ['Import and Export', 'Products by the file, checked before they are taken in.'],
  '/dashboard/alluser': ['All Users', 'Who is registered, and who is an admin.'],
  '/dashboard/dashboardhome': ['Admin Dashboard', 'Users, products and orders, counted.'],
  '/dashboard/adminproduct': ['Admin Products', 'All products of the shop, to edit, switch and delete.'],
  '/dashboard/profile': ['My Profile', 'Your name, your picture and your role.'],
  '/dashboard/settings': ['Settings', 'How the shop is set up, and the messages that reached it.'],
  '/dashboard/audit': ['Audit log', 'What admins have changed, newest first.'],
};
const editPage = ['Edit Product', 'Change what shoppers see of a product.'] as const;

/** What a path means before any data is read; paths are known in any letter case (decision 27), slugs as they are written. */
export function describePage(path: string, query: URLSearchParams): PageDescription {
  const plain = path.toLowerCase().replace(/(?<=.)\/$/, '');
  const slug = /^\/products\/([^/]+)\/?$/i.exec(path)?.[1];
  if (slug !== undefined) return describeProduct(slug);
  const [title, description] = publicPages[plain] ?? [];
  if (title !== undefined && description !== undefined) {
    return {
      known: true,
      title,
      description,
      canonical: canonical(plain, query),
      call: listCall(plain, query),
      address: addressOf(plain, query),
      route: plain,
    };
  }
  const hidden = privatePages[plain] ?? (/^\/dashboard\/editproduct\/[^/]+$/.test(plain) ? editPage : undefined);
  if (!hidden) return notFoundPage;
  return { ...notFoundPage, known: true, title: hidden[0], description: hidden[1], address: plain, route: plain };
}

const notFoundPage: PageDescription = {
  known: false,
  title: 'Page not found',
  description: 'There is nothing at this address.',
  canonical: null,
  call: null,
  address: '*',
  route: '*',
};

function describeProduct(encoded: string): PageDescription {
  const slug = decoded(encoded);
  if (slug === null) return notFoundPage;
  const call: PageCall = { operation: 'Product', variables: { slug } };
  return {
    known: true,
    title: 'Product',
    description: siteDescription,
    canonical: null,
    call,
    address: `/products/${encodeURIComponent(slug)}`,
    route: '/products/:slug',
  };
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** A category is a page of its own; search, price and order show the same products in another light. */
function canonical(path: string, query: URLSearchParams): string {
  const category = constants.categories.find(({ name }) => name === query.get('category'))?.name;
  if (path !== '/products' || category === undefined) return path;
  return `${path}?category=${encodeURIComponent(category)}`;
}

const filterNames = ['search', 'category', 'inStock', 'maxPrice', 'sort'];

/** The filters as `pageFilters` reads them: the first of each name. */
function addressOf(path: string, query: URLSearchParams): string {
  if (path !== '/products') return path;
  const read = new URLSearchParams();
  for (const name of filterNames) {
    const value = query.get(name);
    if (value !== null) read.set(name, value);
  }
  return read.size === 0 ? path : `${path}?${read.toString()}`;
}

function listCall(path: string, query: URLSearchParams): PageCall | null {
  if (path === '/') return { operation: 'Products', variables: { sort: 'NEWEST', first: constants.featuredProducts } };
  if (path === '/products') return { operation: 'Products', variables: pageFilters(query) };
  return null;
}
