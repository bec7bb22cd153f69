import { Gauge, type Registry } from 'prom-client';

/** Shop-wide backlog, counted up to a limit. */
export interface Figures {
  readonly checkouts: { readonly open: number; readonly oldestSeconds: number; readonly stuck: number };
  readonly mail: { readonly waiting: number; readonly oldestSeconds: number; readonly failed: number };
  /** undefined: there is none. */
  readonly backupSeconds: number | undefined;
  readonly webhooks: { readonly waiting: number; readonly failed: number; readonly failingSeconds: number };
}

/** null: another process counts, or none does. */
export type ShopGauges = (figures: Figures | null) => void;

/** One of several processes exports them: a sum would multiply the numbers. */
export function createShopGauges(registry: Registry): ShopGauges {
  const gauge = (name: string, help: string) => new Gauge({ name, help, aggregator: 'max', registers: [registry] });
  const open = gauge('kiosk_checkouts_open', 'Purchases under way, from Place order to their end');
  const oldest = gauge('kiosk_checkouts_oldest_age_seconds', 'How long ago the oldest purchase under way was begun');
  const stuck = gauge('kiosk_checkouts_stuck', 'Purchases that do not go on, hold pieces for too long or owe money');
  const waiting = gauge('kiosk_mail_waiting', 'Messages that wait to be sent');
  const oldestMail = gauge('kiosk_mail_oldest_waiting_age_seconds', 'How long the oldest of them has waited');
  const failed = gauge('kiosk_mail_failed', 'Messages that could not be sent and are given up');
  const deliveries = gauge('kiosk_webhook_deliveries_waiting', 'Events that wait to be sent to an endpoint');
  const undelivered = gauge('kiosk_webhook_deliveries_failed', 'Events that no endpoint took and that are given up');
  const failing = gauge('kiosk_webhook_endpoint_failing_seconds', 'How long an active endpoint has taken nothing');
  const backup = gauge('kiosk_backup_age_seconds', 'How old the data of the newest backup is');
  return (figures) => {
    const tell = (to: Gauge, value: number | undefined) => (value === undefined ? to.remove() : to.set(value));
    tell(open, figures?.checkouts.open);
    tell(oldest, figures?.checkouts.oldestSeconds);
    tell(stuck, figures?.checkouts.stuck);
    tell(waiting, figures?.mail.waiting);
    tell(oldestMail, figures?.mail.oldestSeconds);
    tell(failed, figures?.mail.failed);
    tell(deliveries, figures?.webhooks.waiting);
    tell(undelivered, figures?.webhooks.failed);
    tell(failing, figures?.webhooks.failingSeconds);
    tell(backup, figures?.backupSeconds);
  };
}
