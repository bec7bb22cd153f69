import { sweepRegularly } from '../database/sweepRegularly';
import { sendMessages, type SenderParts } from './sendMessages';

interface MailerParts extends SenderParts {
  readonly databaseReady: () => boolean;
}

/** Sends due messages periodically. Returns a function that stops it, with a grace period. */
export const startMailer = ({ databaseReady, ...parts }: MailerParts): (() => Promise<void>) =>
  sweepRegularly({
    databaseReady,
    sweep: (ending) =>
      sendMessages(parts, ending).catch((error: unknown) => parts.log.warn({ err: error }, 'messages have to wait')),
  });
