import { userEvent } from '@testing-library/user-event';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from '../app/App';
import { routerWindow } from '../lib/backButton';
import { resizeTo } from './browser';
import { emptyCartSummary } from './checkout';
import { identity } from './identity';
import { waitUntilEnabled } from './page';
import { newAdmin, newPerson, type Person } from './people';
import { defaultDelivery } from './settings';
import { type Call, createShop, type Resolvers, type Shop } from './shop';

jest.mock('firebase/auth', () => jest.requireActual<{ firebaseAuth: object }>('./identity').firebaseAuth);

const defaultSettings = {
  mode: 'embedded',
  firebase: { projectId: 'demo-kiosk', apiKey: 'demo-key', authDomain: 'localhost' },
  authEmulatorUrl: 'http://127.0.0.1:9099' as string | null,
  playground: true,
  demoAccounts: true,
  contactRetentionDays: 365,
  outbound: true,
  paymentProvider: 'test',
  captureAfterMinutes: 10 as number | 'on-shipping',
};

interface Options {
  /** The signed-in user; anonymous by default. */
  as?: 'user' | 'admin' | Person;
  resolvers?: Resolvers;
  width?: number;
  /** Overrides of `/config.json`. The client reads it once per file of tests. */
  settings?: Partial<typeof defaultSettings> & { stripePublishableKey?: string };
  /** Answers 503 until `shop.failFile(undefined)`. */
  failingFile?: string;
}

let shops: readonly Shop[] = [];

/** Of all apps of the test. */
export function takeProblems(): string[] {
  const problems = shops.flatMap((shop) => shop.problems);
  shops = [];
  return problems;
}

const viewerOf = ({ headers }: Call) => identity.ownerOf(headers.get('authorization')?.replace('Bearer ', '') ?? '');

function recordOf(person: Person | undefined) {
  return person && { ...person, id: person.uid, createdAt: '2026-01-31T09:30:00.000Z' };
}

/** Resolvers for the queries that every page of a signed-in user sends. */
const defaultResolvers: Resolvers = {
  userRole: (_args: object, call: Call) => viewerOf(call)?.role ?? 'USER',
  createAccessToken: (_args: object, { headers }: Call) => ({ token: headers.get('authorization')?.slice(7) }),
  me: (_args: object, call: Call) => recordOf(viewerOf(call)) ?? null,
  cart: [],
  cartSummary: emptyCartSummary,
  delivery: defaultDelivery,
  unreadContactMessages: () => 0,
};

const personOf = (as: NonNullable<Options['as']>): Person => {
  if (typeof as !== 'string') return as;
  return as === 'admin' ? newAdmin() : newPerson();
};

/**
 * Renders the client at a path. Only `fetch`, which executes GraphQL over the real schema with the test's resolvers, and Firebase's SDK
 * are doubles. A request without a resolver fails the test, and so does an unexpected console error.
 */
export function renderApp(path: string, { as, resolvers, width = 1440, settings, failingFile }: Options = {}) {
  const person = as && personOf(as);
  if (person) {
    identity.add(person, { signedIn: true });
    localStorage.setItem('access-token', `${person.email} 1`);
  }
  resizeTo(width);
  const shop = createShop({
    '/config.json': () => Response.json({ ...defaultSettings, ...settings }),
    '/emulator/v1/projects/demo-kiosk/oobCodes': () => Response.json({ oobCodes: identity.outbox() }),
  });
  shop.failFile(failingFile);
  shop.prepare({ ...defaultResolvers, ...resolvers });
  shops = [...shops, shop];
  globalThis.fetch = shop.fetch as typeof fetch;
  history.pushState(null, '', path);
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  const click = async (element: Element) => {
    await waitUntilEnabled(element);
    await user.click(element);
  };
  let unmount = mount();
  return {
    user: { ...user, click },
    shop,
    /** The signed-in person, or one without an account for tests that sign in. */
    person: person ?? newPerson(),
    unmount: () => unmount(),
    /** Mounts the client again at the same address and storage; module state stays. */
    reload: () => {
      unmount();
      unmount = mount();
    },
  };
}

const mounted = new Map<Root, HTMLElement>();

/** Mounts like `main.tsx` without server markup; not in `act`, so that React schedules its work as in a browser. */
function mount(): () => void {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  mounted.set(root, place);
  flushSync(() =>
    root.render(
      <App pageData={undefined} inRouter={(app) => <BrowserRouter window={routerWindow()}>{app}</BrowserRouter>} />,
    ),
  );
  return () => {
    root.unmount();
    place.remove();
    mounted.delete(root);
  };
}

export function unmountAll(): void {
  for (const [root, place] of mounted) {
    root.unmount();
    place.remove();
  }
  mounted.clear();
}
