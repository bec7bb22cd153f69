/** The `__Host-` prefix binds the cookie to this host; browsers accept it over HTTPS only, which a loopback demo lacks. */
const marker = () =>
  location.protocol === 'https:'
    ? { name: '__Host-kiosk-session', attributes: 'path=/; SameSite=Lax; Secure' }
    : { name: 'kiosk-session', attributes: 'path=/; SameSite=Lax' };
const key = 'kiosk-forget';

/** 'Remember Me' unchecked: a session cookie ends with the browser, and its absence at the next start ends the session (decision 30). */
export function rememberSession(remember: boolean): void {
  const { name, attributes } = marker();
  document.cookie = `${name}=1; ${attributes}`;
  try {
    if (remember) localStorage.removeItem(key);
    else localStorage.setItem(key, 'true');
  } catch {
    // Without storage there is nothing to remember.
  }
}

/** After a sign-out the next start has no session to end. */
export function forgetSession(): void {
  const { name, attributes } = marker();
  document.cookie = `${name}=; ${attributes}; max-age=0`;
  try {
    localStorage.removeItem(key);
  } catch {
    // Without storage there was nothing to remember.
  }
}

export function sessionHasEnded(): boolean {
  try {
    return localStorage.getItem(key) === 'true' && !document.cookie.split('; ').includes(`${marker().name}=1`);
  } catch {
    return false;
  }
}
