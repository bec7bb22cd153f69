import type { APIRequestContext, Page } from '@playwright/test';
import type { Shopper } from './shopper';

interface Settings {
  authEmulatorUrl: string;
  firebase: { apiKey: string };
}

interface SignInResponse {
  idToken: string;
  refreshToken: string;
  localId: string;
  email: string;
  displayName?: string;
}

/** Signs in without the sign-in page, by the local storage that the Firebase SDK reads. */
export async function signedIn(
  page: Page,
  request: APIRequestContext,
  { email, password }: Pick<Shopper, 'email' | 'password'>,
): Promise<string> {
  const { authEmulatorUrl, firebase } = (await (await request.get('/config.json')).json()) as Settings;
  const answer = await request.post(
    `${authEmulatorUrl}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=${firebase.apiKey}`,
    { data: { email, password, returnSecureToken: true } },
  );
  const account = (await answer.json()) as SignInResponse;
  const { idToken, refreshToken, localId, displayName = '' } = account;
  const user = {
    ...{ uid: localId, email, emailVerified: true, displayName, isAnonymous: false, providerData: [] },
    stsTokenManager: { refreshToken, accessToken: idToken, expirationTime: Date.now() + 3_500_000 },
    ...{ apiKey: firebase.apiKey, appName: '[DEFAULT]' },
  };
  await page.goto('/config.json');
  await page.evaluate(
    ([key, value, token]) => {
      localStorage.setItem(key, value);
      localStorage.setItem('access-token', token);
    },
    [`firebase:authUser:${firebase.apiKey}:[DEFAULT]`, JSON.stringify(user), idToken] as const,
  );
  return idToken;
}
