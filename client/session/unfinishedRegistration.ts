/** The input of a registration whose account the provider may have while the shop has no record of it. */
export interface UnfinishedRegistration {
  readonly name: string;
  readonly email: string;
  readonly photoURL: string;
}

const key = 'kiosk-registering';

export function rememberRegistration(input: UnfinishedRegistration): void {
  try {
    localStorage.setItem(key, JSON.stringify(input));
  } catch {
    // Without storage the next sign-in finishes it.
  }
}

export function forgetRegistration(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Without storage there is nothing to forget.
  }
}

export function unfinishedRegistration(): UnfinishedRegistration | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as UnfinishedRegistration | null;
  } catch {
    return null;
  }
}
