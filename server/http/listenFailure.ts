export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/** The environment variables of an address, for the error message. */
interface ListenSettings {
  readonly what: string;
  readonly host: string;
  readonly port: string;
}

/** Why the address cannot be bound, in one line. */
export function listenFailure(
  cause: NodeJS.ErrnoException,
  names: ListenSettings,
  { host, port }: ListenAddress,
): Error {
  const text =
    cause.code === 'EADDRINUSE'
      ? `${names.port} ${port} is already in use; set another one.`
      : `${names.what} cannot be served on ${names.host} ${host} and ${names.port} ${port}: ${cause.code}.`;
  return new Error(text, { cause });
}
