/** A list in session storage whose entries expire. */
export function expiringStorage<Entry extends { readonly until: number }>(key: string) {
  return {
    read(): readonly Entry[] {
      try {
        const entries = JSON.parse(sessionStorage.getItem(key) ?? '[]') as Entry[];
        return entries.filter(({ until }) => until > Date.now());
      } catch {
        return [];
      }
    },
    write(entries: readonly Entry[]): void {
      try {
        if (entries.length === 0) sessionStorage.removeItem(key);
        else sessionStorage.setItem(key, JSON.stringify(entries));
      } catch {
        // Without storage the entries do not survive a reload.
      }
    },
  };
}
