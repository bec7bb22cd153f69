import type { ObserveCall } from '../telemetry/observeCall';
import type { MailTransport } from './smtpTransport';

export const instrumentTransport = ({ deliver }: MailTransport, watch: ObserveCall): MailTransport => ({
  deliver: (mail, signal) =>
    watch(
      'deliver',
      () => deliver(mail, signal),
      ({ outcome }) => outcome.toLowerCase(),
    ),
});
