import { Binary } from 'bson';
import { MongoServerError } from './errors';
import { mechanismName, ScramConversation, type ScramKeys } from './scram';
import { isDocument, toNumber, type Doc } from './values';

/** The database of the user, as on MongoDB. */
export const authenticationDatabase = 'admin';
const maxFailures = 3;

/** The commands that are allowed before authentication. */
export const handshakeCommands: ReadonlySet<string> = new Set([
  'hello',
  'isMaster',
  'ismaster',
  'saslStart',
  'saslContinue',
  'authenticate',
  'logout',
]);

interface Conversation {
  readonly id: number;
  readonly scram: ScramConversation;
  readonly skipEmptyExchange: boolean;
  /** The password is verified, but the client still sends an empty final message. */
  isVerified: boolean;
}

const failed = () => new MongoServerError('AuthenticationFailed', 'Authentication failed.');

/** The authentication state of one connection. */
export class Authentication {
  private authenticated = false;
  private conversation: Conversation | undefined;
  private lastId = 0;
  private failures = 0;

  constructor(private readonly keys: ScramKeys) {}

  get isAuthenticated(): boolean {
    return this.authenticated;
  }

  /** After too many failures the client has to reconnect. */
  get isExhausted(): boolean {
    return this.failures >= maxFailures;
  }

  requireAuthentication(command: string): void {
    if (this.authenticated || handshakeCommands.has(command)) return;
    throw new MongoServerError('Unauthorized', `Command ${command.slice(0, 100)} requires authentication`);
  }

  /**
   * The authentication fields of a hello reply: the mechanisms, which are the same for every user name, and the first
   * step of speculative authentication.
   */
  handshake(body: Doc): Doc {
    const speculativeStart = body['speculativeAuthenticate'];
    const speculative = isDocument(speculativeStart) ? this.speculate(speculativeStart) : undefined;
    return {
      ...(typeof body['saslSupportedMechs'] === 'string' && { saslSupportedMechs: [mechanismName] }),
      ...(speculative && { speculativeAuthenticate: speculative }),
    };
  }

  start(body: Doc, database: unknown): Doc {
    return this.countFailures(() => {
      this.conversation = undefined;
      const mechanism = body['mechanism'];
      if (mechanism !== mechanismName) refuseMechanism(mechanism);
      const scram = database === authenticationDatabase ? ScramConversation.begin(this.keys, payloadOf(body)) : null;
      if (!scram) throw failed();
      const options = body['options'];
      const skipEmptyExchange = isDocument(options) && options['skipEmptyExchange'] === true;
      this.conversation = { id: ++this.lastId, scram, skipEmptyExchange, isVerified: false };
      return replyOf(this.conversation, false, scram.firstReply);
    });
  }

  continue(body: Doc): Doc {
    return this.countFailures(() => {
      const { conversation } = this;
      this.conversation = undefined;
      if (!conversation) throw new MongoServerError('ProtocolError', 'No SASL session state found');
      if (toNumber(body['conversationId']) !== conversation.id)
        throw new MongoServerError('ProtocolError', 'sasl: Mismatched conversation id');
      const message = payloadOf(body);
      if (conversation.isVerified) {
        if (message !== '') throw failed();
        return this.finish(conversation, '');
      }
      const proof = conversation.scram.finish(message);
      if (proof === null) throw failed();
      if (conversation.skipEmptyExchange) return this.finish(conversation, proof);
      this.conversation = { ...conversation, isVerified: true };
      return replyOf(conversation, false, proof);
    });
  }

  /** The legacy authenticate command. */
  authenticate(body: Doc): never {
    return this.countFailures(() => refuseMechanism(body['mechanism']));
  }

  logout(): Doc {
    this.authenticated = false;
    this.conversation = undefined;
    return { ok: 1 };
  }

  status({ showPrivileges }: Doc): Doc {
    const at = (name: string, value: string): Doc[] => (this.authenticated ? [{ [name]: value, db: 'admin' }] : []);
    return {
      authInfo: {
        authenticatedUsers: at('user', this.keys.user),
        authenticatedUserRoles: at('role', 'root'),
        ...(showPrivileges === true && { authenticatedUserPrivileges: [] }),
      },
      ok: 1,
    };
  }

  private finish(conversation: Conversation, message: string): Doc {
    this.authenticated = true;
    this.failures = 0;
    return replyOf(conversation, true, message);
  }

  private speculate(speculativeStart: Doc): Doc | undefined {
    if (!('saslStart' in speculativeStart)) return undefined;
    try {
      return this.start(speculativeStart, speculativeStart['db']);
    } catch (error) {
      // The client gets the error when it sends saslStart as a command.
      if (error instanceof MongoServerError) return undefined;
      throw error;
    }
  }

  private countFailures<T>(step: () => T): T {
    try {
      return step();
    } catch (error) {
      this.failures += 1;
      throw error;
    }
  }
}

function replyOf({ id }: Conversation, done: boolean, message: string): Doc {
  return { conversationId: id, done, payload: new Binary(Buffer.from(message)), ok: 1 };
}

function payloadOf({ payload }: Doc): string {
  if (payload instanceof Binary) return Buffer.from(payload.value()).toString();
  if (typeof payload === 'string') return Buffer.from(payload, 'base64').toString();
  throw failed();
}

function refuseMechanism(mechanism: unknown): never {
  const name = typeof mechanism === 'string' ? ` ${mechanism.slice(0, 100)}` : '';
  throw new MongoServerError(
    'MechanismUnavailable',
    `Unsupported mechanism${name}: this database authenticates by ${mechanismName} alone`,
  );
}
