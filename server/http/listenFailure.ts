export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/** The settings of an address, for whoever has to change them. */
interface ListenSettings {
  readonly what: string;
  readonly host: string;
  readonly port: string;
}

/** Why nothing can listen there, in one line. */
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
