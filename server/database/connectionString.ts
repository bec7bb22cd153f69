import { MongoClient } from 'mongodb';

const unread =
  "be a connection string as MongoDB's driver reads it: in user and password % @ : / ? as %25 %40 %3A %2F %3F, ports from 1 to 65535, options with values that MongoDB documents";

/** What is wrong with a connection string, without its secrets; null: the driver accepts it. Does not connect. */
export function connectionStringFault(uri: string): string | null {
  try {
    new MongoClient(uri);
    return null;
  } catch (error) {
    const option = /^option (\w+) is not supported$/i.exec(error instanceof Error ? error.message : '')?.[1];
    // What follows a second @ may be the rest of a password.
    if (option === undefined || uri.split('@').length > 2) return unread;
    return `have options that MongoDB's driver knows, and ${option} is none`;
  }
}
