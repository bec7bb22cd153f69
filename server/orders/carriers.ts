/** Tracking pages by carrier. */
const addresses: Readonly<Record<string, string>> = {
  ups: 'https://www.ups.com/track?tracknum=',
  usps: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=',
  fedex: 'https://www.fedex.com/fedextrack/?trknbr=',
  dhl: 'https://www.dhl.com/global-en/home/tracking.html?submit=1&tracking-id=',
  dpd: 'https://tracking.dpd.de/status/en_US/parcel/',
  gls: 'https://gls-group.com/track/',
  'royal mail': 'https://www.royalmail.com/track-your-item#/tracking-results/',
  'canada post': 'https://www.canadapost-postescanada.ca/track-reperage/en#/details/',
};

/** null: unknown carrier, or no number. */
export function trackingUrl(carrier: string | null, trackingNumber: string | null): string | null {
  const address = addresses[carrier?.trim().toLowerCase() ?? ''];
  const number = trackingNumber?.replace(/\s/g, '') ?? '';
  return address !== undefined && number !== '' ? `${address}${encodeURIComponent(number)}` : null;
}
