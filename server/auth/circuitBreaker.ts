import { IdentityUnavailableError } from '../errors';
import { isUnreachable } from './judgeIdentityCall';

export interface BreakerSettings {
  readonly limitMs: number;
  /** Consecutive calls without an answer after which calls are suspended. */
  readonly failures: number;
  readonly openMs: number;
  readonly clock: () => number;
  /** Called once per failed call, with the actual error. */
  readonly onFailure: (cause: unknown) => void;
}

/**
 * Turns a slow or failing dependency into a quick 503, whose cause is the last failure. A refusal is a failure of its
 * call alone: with the same credentials others may be allowed.
 */
export class CircuitBreaker {
  private readonly settings: BreakerSettings;
  private failures = 0;
  private lastCause: unknown;
  private openUntil = 0;

  constructor(settings: BreakerSettings) {
    this.settings = settings;
  }

  /** `watch`: observes actual calls, not those rejected here. */
  async run<T>(work: () => Promise<T>, watch: (call: () => Promise<T>) => Promise<T> = (call) => call()): Promise<T> {
    const { clock, openMs } = this.settings;
    if (this.failures >= this.settings.failures) {
      if (clock() < this.openUntil) throw new IdentityUnavailableError(this.lastCause);
      // This call is the probe; the others wait for its result.
      this.openUntil = clock() + openMs;
    }
    try {
      const result = await watch(() => this.withinLimit(work()));
      this.failures = 0;
      return result;
    } catch (error) {
      if (isUnreachable(error)) {
        this.failures += 1;
        this.lastCause = error;
        this.openUntil = clock() + openMs;
      } else this.failures = 0;
      this.settings.onFailure(error);
      throw new IdentityUnavailableError(error);
    }
  }

  private async withinLimit<T>(work: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`No answer in ${this.settings.limitMs} ms.`)), this.settings.limitMs);
    });
    try {
      return await Promise.race([work, limit]);
    } finally {
      clearTimeout(timer);
    }
  }
}
