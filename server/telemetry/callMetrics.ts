import { Histogram, type Registry } from 'prom-client';
import { seconds } from './buckets';
import { traced } from './traces';
import type { ObserveCall } from './observeCall';

/** Metrics of calls to external services. */
export interface CallMetrics {
  readonly identity: ObserveCall;
  readonly payments: ObserveCall;
  readonly mail: ObserveCall;
  readonly webhooks: ObserveCall;
}

/** Operation and result labels are fixed by the code. */
export function createCallMetrics(registry: Registry): CallMetrics {
  const measure = (name: string, help: string, service: string): ObserveCall => {
    const labelNames = ['operation', 'result'];
    const durations = new Histogram({ name, help, labelNames, buckets: seconds, registers: [registry] });
    return async (operation, work, resultOf = () => 'ok', resultOfError = () => 'error') => {
      const startedAt = performance.now();
      let result = 'error';
      try {
        const answer = await traced({ name: `${service} ${operation}`, kind: 'client' }, work);
        result = resultOf(answer);
        return answer;
      } catch (error) {
        result = resultOfError(error);
        throw error;
      } finally {
        durations.observe({ operation, result }, (performance.now() - startedAt) / 1_000);
      }
    };
  };
  return {
    identity: measure(
      'kiosk_identity_call_duration_seconds',
      'Time of calls to the identity provider by operation and result',
      'identity',
    ),
    payments: measure(
      'kiosk_payments_call_duration_seconds',
      'Time of calls to the payment provider by operation and result',
      'payments',
    ),
    mail: measure(
      'kiosk_mail_delivery_duration_seconds',
      'Time to hand a message to the mail server by result',
      'mail',
    ),
    webhooks: measure(
      'kiosk_webhook_delivery_duration_seconds',
      'Time of attempts to deliver an event to a webhook endpoint by result',
      'webhooks',
    ),
  };
}
