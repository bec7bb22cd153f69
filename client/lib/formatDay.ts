const day = { weekday: 'short', month: 'short', day: 'numeric' } as const;
/** Days of delivery are dates, not times: the server sends them in UTC. */
const deliveryDay = new Intl.DateTimeFormat('en-US', { ...day, timeZone: 'UTC' });
const localDay = new Intl.DateTimeFormat('en-US', day);
const localTime = new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** 'Wed, Dec 2 – Fri, Dec 4', or a single day. */
export function formatDeliveryDays(earliest: string, latest: string): string {
  const [first, last] = [earliest, latest].map((each) => deliveryDay.format(new Date(each)));
  return first === last ? `${first}` : `${first} – ${last}`;
}

/** 'Wed, Dec 2', in the user's time zone. */
export const formatDay = (at: string): string => localDay.format(new Date(at));

/** '14:32', in the user's time zone. */
export const formatTime = (at: string): string => localTime.format(new Date(at));
