import { setTimeout as delay } from 'node:timers/promises';
import { MongoServerError } from './errors';
import { isDocument, isTruthy, toNumber, type Doc } from './values';

/** Closes the connection without a reply. */
export class ConnectionCut extends Error {}

/** A failure to add to the reply of a command that still runs. */
export interface Failure {
  writeConcernError?: Doc;
}

const answeredByAnyMember = new Set(
  'hello isMaster ismaster saslStart saslContinue authenticate logout ping endSessions buildInfo'.split(' '),
);

/** Replaces the whole reply. */
export class FailPointError extends Error {
  constructor(readonly reply: Doc) {
    super(String(reply['errmsg']));
  }
}

/**
 * MongoDB's fail point failCommand, with which drivers and applications test their handling of errors, closed
 * connections and slow replies. Available only with test commands enabled; otherwise the command is unknown, as on
 * MongoDB.
 */
export class FailPoints {
  private data: Doc = {};
  private left = 0;
  private toSkip = 0;
  private primaryAgainAt = 0;

  configure(body: Doc): Doc {
    if (body['configureFailPoint'] !== 'failCommand')
      throw new MongoServerError('FailPointSetFailed', `${String(body['configureFailPoint'])} not found`);
    const mode = body['mode'];
    const times = isDocument(mode) ? toNumber(mode['times']) : undefined;
    this.toSkip = (isDocument(mode) ? toNumber(mode['skip']) : undefined) ?? 0;
    if (mode === 'off') this.left = 0;
    else this.left = times ?? Infinity;
    this.data = isDocument(body['data']) ? body['data'] : {};
    return { ok: 1 };
  }

  /** Like MongoDB's replSetStepDown: there is no primary for the given seconds. */
  stepDown(body: Doc): Doc {
    this.primaryAgainAt = performance.now() + (toNumber(body['replSetStepDown']) ?? 0) * 1_000;
    return { ok: 1 };
  }

  get isPrimary(): boolean {
    return performance.now() >= this.primaryAgainAt;
  }

  /** Fails the command if the fail point applies to it. */
  async check(name: string): Promise<Failure> {
    if (!this.isPrimary && !answeredByAnyMember.has(name))
      throw new MongoServerError('NotWritablePrimary', 'not primary');
    const names = this.data['failCommands'];
    if (this.left <= 0 || !Array.isArray(names) || !names.includes(name)) return {};
    if (this.toSkip-- > 0) return {};
    this.left--;
    const { data } = this;
    if (isTruthy(data['blockConnection'])) await delay(toNumber(data['blockTimeMS']) ?? 0);
    if (isTruthy(data['closeConnection'])) throw new ConnectionCut();
    const code = toNumber(data['errorCode']);
    if (code !== undefined) {
      const errmsg = "Failing command via 'failCommand' failpoint";
      const labels = data['errorLabels'] ? { errorLabels: data['errorLabels'] } : {};
      throw new FailPointError({ ok: 0, errmsg, code, codeName: `Location${code}`, ...labels });
    }
    const concern = data['writeConcernError'];
    return isDocument(concern) ? { writeConcernError: concern } : {};
  }
}
