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
};

/** The others that it knows: each shows something only to whoever it belongs to. */
const privatePages: Readonly<Record<string, string>> = {
  '/admin': 'Admin Panel',
  '/account/action': 'Your Account',
  '/dashboard': 'Dashboard',
  '/dashboard/addproduct': 'Add Product',
  '/dashboard/userproduct': 'Products',
  '/dashboard/createproduct': 'Create Product',
  '/dashboard/importproducts': 'Import and Export',
  '/dashboard/alluser': 'All Users',
  '/dashboard/dashboardhome': 'Admin Dashboard',
  '/dashboard/adminproduct': 'Admin Products',
  '/dashboard/profile': 'My Profile',
  '/dashboard/settings': 'Settings',
  '/dashboard/audit': 'Audit log',
};

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
      route: plain,
    };
  }
  const hidden = privatePages[plain] ?? (/^\/dashboard\/editproduct\/[^/]+$/.test(plain) ? 'Edit Product' : undefined);
  if (hidden !== undefined) return { ...notFoundPage, known: true, title: hidden, route: plain };
  return notFoundPage;
}

const notFoundPage: PageDescription = {
  known: false,
  title: 'Page not found',
  description: siteDescription,
  canonical: null,
  call: null,
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

function listCall(path: string, query: URLSearchParams): PageCall | null {
  if (path === '/') return { operation: 'Products', variables: { sort: 'NEWEST', first: constants.featuredProducts } };
  if (path === '/products') return { operation: 'Products', variables: pageFilters(query) };
  return null;
}
