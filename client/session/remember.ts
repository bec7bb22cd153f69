const cookie = 'kiosk-session';
const key = 'kiosk-forget';

/** 'Remember Me' unchecked: a session cookie ends with the browser, and its absence at the next start ends the session (decision 30). */
export function rememberSession(remember: boolean): void {
  document.cookie = `${cookie}=1; path=/; SameSite=Lax`;
  try {
    if (remember) localStorage.removeItem(key);
    else localStorage.setItem(key, 'true');
  } catch {
    // Without storage there is nothing to remember.
  }
}

export function sessionHasEnded(): boolean {
  try {
    return localStorage.getItem(key) === 'true' && !document.cookie.split('; ').includes(`${cookie}=1`);
  } catch {
    return false;
  }
}
