import Typography from '@mui/material/Typography';

interface Address {
  fullName: string;
  company: string;
  streetLine1: string;
  streetLine2: string;
  city: string;
  region: string;
  postalCode: string;
  countryCode: string;
}

const countryNames = new Intl.DisplayNames('en', { type: 'region' });

export function AddressLines({ address }: { address: Address }) {
  const { fullName, company, streetLine1, streetLine2, city, region, postalCode, countryCode } = address;
  // As in documents and messages.
  const place = [[city, region].filter(Boolean).join(', '), postalCode].filter(Boolean).join(' ');
  const lines = [fullName, company, streetLine1, streetLine2, place, countryNames.of(countryCode) ?? countryCode];
  return (
    <Typography variant="body2" component="address" dir="auto" sx={{ fontStyle: 'normal', overflowWrap: 'anywhere' }}>
      {lines.filter(Boolean).map((line, index) => (
        <span key={index}>
          {line}
          <br />
        </span>
      ))}
    </Typography>
  );
}
