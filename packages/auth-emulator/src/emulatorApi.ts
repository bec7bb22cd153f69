import type { AccountRecord } from './accountJournal';

export interface DemoAccount {
  readonly email: string;
  readonly password: string;
  readonly displayName: string;
}

/** An e-mail that the emulator would have sent; the demo outbox lists these. */
export interface OobCode {
  readonly email: string;
  readonly requestType: string;
  readonly oobCode: string;
  readonly oobLink: string;
  readonly newEmail?: string;
}

const pageSize = 1000;
const timeoutMs = 10_000;

/** Calls with the owner key to one running emulator; each new process needs a new instance. */
export class EmulatorApi {
  private readonly base: string;
  private readonly project: string;

  /** `address` is host and port. */
  constructor(address: string, projectId: string) {
    this.base = `http://${address}`;
    this.project = encodeURIComponent(projectId);
  }

  async isResponding(): Promise<boolean> {
    try {
      const answer = await fetch(`${this.base}/`, { signal: AbortSignal.timeout(1000) });
      await answer.arrayBuffer();
      return answer.ok;
    } catch {
      return false;
    }
  }

  async lookup(uids: readonly string[]): Promise<AccountRecord[]> {
    const { users } = await this.call<{ users?: AccountRecord[] }>('POST', this.accounts(':lookup'), {
      localId: uids,
    });
    return users ?? [];
  }

  async listAll(): Promise<AccountRecord[]> {
    const found: AccountRecord[] = [];
    let token: string | undefined;
    do {
      const next = token === undefined ? '' : `&nextPageToken=${encodeURIComponent(token)}`;
      const page = await this.call<{ users?: AccountRecord[]; nextPageToken?: string }>(
        'GET',
        this.accounts(`:batchGet?maxResults=${pageSize}${next}`),
      );
      found.push(...(page.users ?? []));
      token = page.nextPageToken;
    } while (token !== undefined);
    return found;
  }

  /** Imports the accounts with their uids; returns the refused uids with the reason of each. */
  async restore(records: readonly AccountRecord[]): Promise<Map<string, string>> {
    const refused = new Map<string, string>();
    for (let start = 0; start < records.length; start += pageSize) {
      const users = records.slice(start, start + pageSize);
      const { error } = await this.call<{ error?: { index: number; message: string }[] }>(
        'POST',
        this.accounts(':batchCreate'),
        { users },
      );
      for (const { index, message } of error ?? []) {
        const uid = users[index]?.localId;
        if (uid !== undefined) refused.set(uid, message);
      }
    }
    return refused;
  }

  async setValidSince(uid: string, seconds: string): Promise<void> {
    await this.call('POST', this.accounts(':update'), { localId: uid, validSince: seconds });
  }

  async createVerified(account: DemoAccount): Promise<void> {
    await this.call('POST', this.accounts(''), { ...account, emailVerified: true });
  }

  async enableEmailPrivacy(): Promise<void> {
    await this.call('PATCH', `/emulator/v1/projects/${this.project}/config`, {
      emailPrivacyConfig: { enableImprovedEmailPrivacy: true },
    });
  }

  async oobCodes(): Promise<OobCode[]> {
    const path = `/emulator/v1/projects/${this.project}/oobCodes`;
    return (await this.call<{ oobCodes?: OobCode[] }>('GET', path)).oobCodes ?? [];
  }

  private accounts(call: string): string {
    return `/identitytoolkit.googleapis.com/v1/projects/${this.project}/accounts${call}`;
  }

  private async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await fetch(this.base + path, {
      method,
      headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!answer.ok)
      throw new Error(`The identity emulator answered ${answer.status} to ${method} ${path.split('?')[0]}.`);
    return (await answer.json()) as T;
  }
}
