import { sweepPeriodically } from '../database/sweepPeriodically';
import { sendMessages, type SenderDeps } from './sendMessages';

interface MailerDeps extends SenderDeps {
  readonly databaseReady: () => boolean;
}

/** Sends due messages periodically. Returns a function that stops it, with a grace period. */
export const startMailer = ({ databaseReady, ...deps }: MailerDeps): (() => Promise<void>) =>
  sweepPeriodically({
    databaseReady,
    sweep: (ending) =>
      sendMessages(deps, ending).catch((error: unknown) => deps.log.warn({ err: error }, 'messages have to wait')),
  });
