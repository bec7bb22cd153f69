import Link from '@mui/material/Link';

interface Props {
  parcel: { carrier: string | null; trackingNumber: string | null; trackingUrl: string | null };
}

/** Carrier and tracking number, linked if the carrier is known; renders nothing without a carrier. */
export function TrackingLink({ parcel: { carrier, trackingNumber, trackingUrl } }: Props) {
  const words = [carrier, trackingNumber].filter((part) => part !== null).join(' ');
  if (trackingUrl === null) return <bdi>{words}</bdi>;
  return (
    <Link href={trackingUrl} color="primary" target="_blank" rel="noreferrer">
      <bdi>{words}</bdi>
    </Link>
  );
}
