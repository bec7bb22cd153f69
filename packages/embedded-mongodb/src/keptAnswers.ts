import { collectionsOf, isSteady } from './question';
import type { Catalog } from './catalog';
import type { CommandRequest } from './engine';
import type { Versions } from './versions';

interface KeptAnswer {
  /** What the answer is true for: the collections as they were at the moment. */
  readonly collections: readonly number[];
  readonly moment: number;
  readonly reply: Buffer;
}

const MOST_BYTES = 8 * 1024 * 1024;
const MOST_REPLY_BYTES = 256 * 1024;
/** What an entry takes beside its question and its answer. */
const ENTRY_BYTES = 300;

const sizeOf = (question: string, { reply }: KeptAnswer): number => question.length + reply.length + ENTRY_BYTES;

/**
 * Whole answers, given again to the same question for as long as nothing that they were made of has changed. What was not
 * asked for the longest time goes first.
 */
export class KeptAnswers {
  private readonly answers = new Map<string, KeptAnswer>();
  private held = 0;

  constructor(
    private readonly versions: Versions,
    private readonly most = MOST_BYTES,
  ) {}

  get bytes(): number {
    return this.held;
  }

  find(question: string): Uint8Array | undefined {
    const kept = this.answers.get(question);
    if (!kept) return undefined;
    this.drop(question, kept);
    if (!this.versions.isSameSince(kept.moment, kept.collections)) return undefined;
    this.put(question, kept);
    return kept.reply;
  }

  /** The moment is one before anything was read for the answer. */
  keep(question: string, reply: Uint8Array, moment: number, request: CommandRequest, catalog: Catalog): void {
    const { name, database, body, hasMore } = request;
    if (hasMore || reply.length > MOST_REPLY_BYTES || !isSteady(body)) return;
    const collections = collectionsOf(name, body).flatMap((each) => catalog.find(database, each)?.id ?? []);
    if (!this.versions.isSameSince(moment, collections)) return;
    // A copy of its own: small buffers are parts of a larger one, which each of them would keep.
    const copy = Buffer.allocUnsafeSlow(reply.length);
    copy.set(reply);
    const before = this.answers.get(question);
    if (before) this.drop(question, before);
    this.put(question, { collections, moment, reply: copy });
    for (const [oldest, answer] of this.answers) {
      if (this.held <= this.most) break;
      this.drop(oldest, answer);
    }
  }

  private put(question: string, answer: KeptAnswer): void {
    this.answers.set(question, answer);
    this.held += sizeOf(question, answer);
  }

  private drop(question: string, answer: KeptAnswer): void {
    if (this.answers.delete(question)) this.held -= sizeOf(question, answer);
  }
}
