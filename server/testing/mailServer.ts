import type { AddressInfo } from 'node:net';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';

export interface ReceivedMail {
  readonly raw: Buffer;
  /** The sender of the envelope. */
  readonly sender: string;
  readonly recipients: readonly string[];
  readonly isSecure: boolean;
  readonly user: string | undefined;
}

/** How the server fails instead of accepting a mail. */
export type MailFault =
  | { readonly at: 'sender' | 'recipient' | 'data'; readonly code: number; readonly text: string }
  /** Stores the mail and breaks the connection before its answer. */
  | { readonly at: 'answer' };

type Failure = Error & { responseCode?: number };

/** Where a server can be started again at its port: those of other tests are on 127.0.0.1 and would take it. */
export const ownHost = '127.0.0.2';

/** A real SMTP server on real sockets, with faults controlled by the test. */
export class MailServer {
  readonly received: ReceivedMail[] = [];
  /** Consumed one by one; without a fault a mail is accepted. */
  readonly faults: MailFault[] = [];
  /** Called when a mail has been received, before the server answers. */
  onReceived: (mail: ReceivedMail) => void | Promise<void> = () => undefined;
  readonly passwords: string[] = [];
  private server: SMTPServer | undefined;

  constructor(private readonly options: SMTPServerOptions = {}) {}

  /** Resolves to the port; 0 uses any free one. */
  async start(port = 0, host = '127.0.0.1'): Promise<number> {
    const server = new SMTPServer({
      ...{ authOptional: true, logger: false, disableReverseLookup: true, closeTimeout: 100 },
      ...this.options,
      onAuth: ({ username, password }, _session, callback) => {
        this.passwords.push(password ?? '');
        if (password === 'right') return callback(null, { user: username ?? '' });
        callback(failure(535, 'Wrong password'));
      },
      onMailFrom: (_address, _session, callback) => callback(this.faultAt('sender')),
      onRcptTo: (_address, _session, callback) => callback(this.faultAt('recipient')),
      onData: (stream, session, callback) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => void this.take(Buffer.concat(chunks), session).then(callback));
      },
    });
    this.server = server;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, resolve);
    });
    server.on('error', () => undefined);
    return (server.server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    if (server) await new Promise<void>((resolve) => server.close(resolve));
  }

  parsed(): Promise<ParsedMail[]> {
    return Promise.all(this.received.map(({ raw }) => simpleParser(raw)));
  }

  private faultAt(at: Exclude<MailFault['at'], 'answer'>): Failure | null {
    const [fault] = this.faults;
    if (fault?.at !== at) return null;
    this.faults.shift();
    return failure(fault.code, fault.text);
  }

  private async take(raw: Buffer, { id, envelope, secure, user }: SMTPServerSession): Promise<Failure | null> {
    const refusal = this.faultAt('data');
    if (refusal) return refusal;
    const { mailFrom, rcptTo } = envelope;
    const mail: ReceivedMail = {
      ...{ raw, isSecure: secure, user: user as string | undefined },
      sender: mailFrom === false ? '' : mailFrom.address,
      recipients: rcptTo.map(({ address }) => address),
    };
    this.received.push(mail);
    await this.onReceived(mail);
    if (this.faults[0]?.at === 'answer') {
      this.faults.shift();
      this.breakConnection(id);
    }
    return null;
  }

  private breakConnection(id: string): void {
    for (const connection of this.server?.connections ?? []) if (connection.id === id) connection._socket.destroy();
  }
}

const failure = (responseCode: number, text: string): Failure => Object.assign(new Error(text), { responseCode });
