/** Carriers with tracking links, and the site of each. */
const sites = {
  UPS: 'ups.com',
  USPS: 'usps.com',
  FedEx: 'fedex.com',
  DHL: 'dhl.com',
  DPD: 'dpd.de',
  GLS: 'gls-group.com',
  'Royal Mail': 'royalmail.com',
  'Canada Post': 'canadapost-postescanada.ca',
} as const;

type Carrier = '' | keyof typeof sites | 'OTHER';

const isKnown = (name: string): name is keyof typeof sites => Object.hasOwn(sites, name);

export const carrierChoices: readonly (readonly [Carrier, string])[] = [
  ['', 'No carrier'],
  ...Object.keys(sites)
    .filter(isKnown)
    .map((name) => [name, name] as const),
  ['OTHER', 'Another one'],
];

/** The typed values of a parcel. */
export interface ParcelValues {
  readonly carrier: Carrier;
  /** Name of an unlisted carrier. */
  readonly carrierName: string;
  readonly trackingNumber: string;
}

export const noParcelValues: ParcelValues = { carrier: '', carrierName: '', trackingNumber: '' };

export function parcelValues(carrier: string | null, trackingNumber: string | null): ParcelValues {
  const known = carrier === null ? '' : isKnown(carrier) ? carrier : 'OTHER';
  return {
    carrier: known,
    carrierName: known === 'OTHER' ? (carrier ?? '') : '',
    trackingNumber: trackingNumber ?? '',
  };
}

/** The server's input. */
export function toParcelInput({ carrier, carrierName, trackingNumber }: ParcelValues) {
  const name = carrier === 'OTHER' ? carrierName.trim() : carrier;
  return { carrier: name === '' ? null : name, trackingNumber: trackingNumber.trim() || null };
}

/** Whether the buyer gets a tracking link. */
export function linkHint({ carrier, trackingNumber }: ParcelValues): string | undefined {
  if (carrier === '') return undefined;
  if (carrier === 'OTHER') return 'No link for the buyer: the shop does not know this carrier.';
  return trackingNumber.trim() === '' ? undefined : `Link for the buyer: ${sites[carrier]}`;
}
