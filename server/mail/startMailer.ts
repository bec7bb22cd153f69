import { sweepRegularly } from '../database/sweepRegularly';
import { sendMessages, type SenderParts } from './sendMessages';

interface MailerParts extends SenderParts {
  readonly databaseReady: () => boolean;
}

/** Sends what is due. Answers how to stop: what is under way gets a moment to end. */
export const startMailer = ({ databaseReady, ...parts }: MailerParts): (() => Promise<void>) =>
  sweepRegularly({
    databaseReady,
    sweep: (ending) =>
      sendMessages(parts, ending).catch((error: unknown) => parts.log.warn({ err: error }, 'messages have to wait')),
  });
