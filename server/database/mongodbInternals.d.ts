/** Parts of the driver that it does not offer; see endBrokenWrites. */
declare module 'mongodb/lib/cmap/connection.js' {
  import type { Socket } from 'node:net';

  export const Connection: {
    readonly prototype: { socket: Socket; cleanup: (error: Error) => void };
  };
}

/** See readCommand. */
declare module 'mongodb/lib/operations/run_command.js' {
  import type { ClientSession, Document, MongoDBNamespace, ReadPreference } from 'mongodb';

  export class RunCommandOperation {
    constructor(
      namespace: MongoDBNamespace,
      command: Document,
      options: { readonly readPreference: ReadPreference | undefined },
    );
    readonly readPreference: ReadPreference;
    readonly session: ClientSession | undefined;
    buildOptions(timeoutContext: unknown): Document;
    handleOk(response: { toBytes(): Uint8Array }): Document;
  }
}

declare module 'mongodb/lib/operations/execute_operation.js' {
  import type { Document, MongoClient } from 'mongodb';
  import type { RunCommandOperation } from 'mongodb/lib/operations/run_command.js';

  export function executeOperation(client: MongoClient, operation: RunCommandOperation): Promise<Document>;
}

declare module 'mongodb/lib/utils.js' {
  export { MongoDBNamespace } from 'mongodb';
}
