import type { WatchCall } from '../telemetry/watchCall';
import type { MailTransport } from './smtpTransport';

export const watchTransport = ({ deliver }: MailTransport, watch: WatchCall): MailTransport => ({
  deliver: (mail, signal) =>
    watch(
      'deliver',
      () => deliver(mail, signal),
      ({ result }) => result.toLowerCase(),
    ),
});
