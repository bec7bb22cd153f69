const day = { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' } as const;
const dayFormat = new Intl.DateTimeFormat('en-US', day);
const timeFormat = new Intl.DateTimeFormat('en-US', {
  ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'UTC' },
});

/** 'Wed, Dec 2 – Fri, Dec 4', or a single day. */
export function deliveryDays(earliest: Date, latest: Date): string {
  const [first, last] = [dayFormat.format(earliest), dayFormat.format(latest)];
  return first === last ? first : `${first} – ${last}`;
}

/** '14:31 UTC, Wed, Nov 25': the recipient's time zone is unknown. */
export const formatDateTime = (at: Date): string => `${timeFormat.format(at)} UTC, ${dayFormat.format(at)}`;
