import { sendMessages, type SenderParts } from './sendMessages';

const everyMs = 5_000;
/** How long an attempt that is under way may still take when the process ends. */
const graceMs = 3_000;

interface MailerParts extends SenderParts {
  readonly databaseReady: () => boolean;
}

/** Sends what is due each few seconds, at another moment in each process. Answers how to stop: what is under way gets a moment to end. */
export function startMailer(parts: MailerParts): () => Promise<void> {
  const { log, databaseReady } = parts;
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();

  const sweep = async (): Promise<void> => {
    if (!databaseReady()) return;
    await sendMessages(parts, { stopping: stopping.signal, isStopped: () => isStopped }).catch((error: unknown) =>
      log.warn({ err: error }, 'messages have to wait'),
    );
  };

  const plan = (): void => {
    if (isStopped) return;
    timer = setTimeout(
      () => {
        running = sweep().finally(plan);
      },
      everyMs * (0.5 + Math.random()),
    );
    timer.unref();
  };
  plan();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    const grace = setTimeout(() => stopping.abort(), graceMs);
    await running;
    clearTimeout(grace);
  };
}
