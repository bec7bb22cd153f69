import type { Logger } from 'pino';
import type { Identity } from '../auth/identity';
import type { Environment } from '../env';
import type { FaultyDependencies, DependencyFault } from '../http/health';
import { checkSmtp } from '../mail/checkSmtp';
import { checkStripe } from '../payments/stripe/checkStripe';
import { monitorDependency, type DependencyCheck, type MonitorIntervals } from './monitorDependency';

export interface DependencyMonitor {
  /** Dependencies that are faulty or not checked yet. */
  readonly faulty: () => FaultyDependencies;
  /** Call this when a call to the identity provider has failed. */
  readonly suspectIdentity: () => void;
  readonly stop: () => void;
}

interface Options {
  readonly environment: Pick<Environment, 'firebase' | 'payments' | 'mail' | 'outbound'>;
  readonly checkIdentity: Identity['check'];
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly pauses?: MonitorIntervals | undefined;
}

type Words = Readonly<Partial<Record<DependencyFault, string>> & { unreachable: string }>;
const describeBy = (words: Words, meanwhile: string) => (fault: DependencyFault) =>
  fault === 'starting' ? '' : `${words[fault] ?? words.unreachable}: ${meanwhile}`;

const minute = 60_000;
const credentials = 'GOOGLE_APPLICATION_CREDENTIALS (docs/operating/firebase.md)';

/** Background health checks of the configured dependencies beside the database, reported in the log and in /readyz. */
export function monitorDependencies({ environment, checkIdentity, log, pauses }: Options): DependencyMonitor {
  const { firebase, outbound } = environment;
  // No outbound calls.
  const { payments, mail } = outbound ? environment : { payments: null, mail: null };
  const parts: DependencyCheck[] = [firebase ? firebasePart(checkIdentity) : emulatorPart(checkIdentity)];
  if (payments?.name === 'stripe')
    parts.push({
      ...{ name: 'payments', everyMs: minute, check: () => checkStripe(payments) },
      describe: describeBy(
        {
          unreachable: 'Stripe does not answer',
          'invalid-credentials': 'Stripe does not take STRIPE_SECRET_KEY',
        },
        'nobody can pay, and captures and refunds have to wait',
      ),
    });
  if (mail)
    parts.push({
      // Each check logs in, which mail servers may limit.
      ...{ name: 'mail', everyMs: 5 * minute, check: () => checkSmtp(mail) },
      describe: describeBy(
        {
          unreachable: 'The mail server in SMTP_URL cannot be used',
          'invalid-credentials': 'The mail server does not take the user and password in SMTP_URL',
        },
        'mails wait in the outbox',
      ),
    });
  const watched = parts.map((part) => monitorDependency(part, log, pauses));
  return {
    faulty: () => ({
      ...Object.fromEntries(watched.flatMap(({ name, state }) => (state() === null ? [] : [[name, state()]]))),
      ...(!outbound && { outbound: 'switched-off' }),
    }),
    suspectIdentity: () => watched.find(({ name }) => name === 'identity')?.suspect(),
    stop: () => watched.forEach(({ stop }) => stop()),
  };
}

const firebasePart = (check: Identity['check']): DependencyCheck => ({
  ...{ name: 'identity', everyMs: minute, check },
  describe: describeBy(
    {
      unreachable: 'Firebase does not answer',
      'missing-credentials': `There are no credentials for Firebase, set ${credentials}`,
      'invalid-credentials': `Firebase cannot be asked with the credentials in ${credentials}`,
    },
    'the catalogue can be read, signed changes and admin calls are answered 503',
  ),
});

const emulatorPart = (check: Identity['check']): DependencyCheck => ({
  ...{ name: 'identity', everyMs: minute, check, startsWithinMs: 2 * minute },
  describe: () => 'The identity emulator does not answer: signed changes and admin calls are answered 503',
});
