import { type Auth, browserPopupRedirectResolver, GoogleAuthProvider, signInWithPopup } from 'firebase/auth';

interface Resolver {
  /** Loads the script from Google, once. */
  _initialize(auth: Auth): Promise<unknown>;
}

const BrowserResolver = browserPopupRedirectResolver as unknown as new () => Resolver;

/**
 * The SDK has no call that prepares a sign-in, and makes one instance of the class that it is given: this one gives it
 * the prepared instance. A test fails once the SDK's own class has no `_initialize`.
 */
class PreparedResolver extends BrowserResolver {
  private static prepared: PreparedResolver | undefined;

  constructor() {
    super();
    PreparedResolver.prepared ??= this;
    return PreparedResolver.prepared;
  }
}

/** Against the real Firebase only: the resolver loads a script from Google. */
export async function signInWithGooglePopup(auth: Auth): Promise<void> {
  await signInWithPopup(auth, new GoogleAuthProvider(), PreparedResolver);
}

/** Before the click: Safari blocks a window that is opened after the click had to wait for the network. */
export async function prepareGooglePopup(auth: Auth): Promise<void> {
  await new PreparedResolver()._initialize(auth);
}
