import type { DocumentNode } from 'graphql';

/** Parsed documents by their text, the longest unused dropped first: a caller who never repeats one must not fill the memory. */
export class DocumentStore {
  readonly #documents = new Map<string, { readonly document: DocumentNode; readonly size: number }>();
  readonly #mostBytes: number;
  #bytes = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  async get(key: string): Promise<DocumentNode | undefined> {
    const held = this.#documents.get(key);
    if (!held) return undefined;
    this.#documents.delete(key);
    this.#documents.set(key, held);
    return held.document;
  }

  async set(key: string, document: DocumentNode): Promise<void> {
    await this.delete(key);
    const size = key.length + JSON.stringify(document).length;
    this.#documents.set(key, { document, size });
    this.#bytes += size;
    for (const oldest of this.#documents.keys()) {
      if (this.#bytes <= this.#mostBytes) break;
      await this.delete(oldest);
    }
  }

  async delete(key: string): Promise<void> {
    this.#bytes -= this.#documents.get(key)?.size ?? 0;
    this.#documents.delete(key);
  }
}
