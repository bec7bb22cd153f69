/** The connection string of a server with a database of this name. */
export function uriWithDatabase(uri: string, databaseName: string): string {
  const { protocol, host, search, username, password } = new URL(uri);
  const who = username === '' ? '' : `${username}:${password}@`;
  return `${protocol}//${who}${host}/${databaseName}${search}`;
}
