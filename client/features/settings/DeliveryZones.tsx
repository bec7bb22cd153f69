import Box from '@mui/material/Box';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import Typography from '@mui/material/Typography';
import { formatCents } from '../../lib/money';
import type { Delivery, DeliveryZone } from './useDelivery';
import { workingDays } from './workingDays';

type Method = DeliveryZone['methods'][number];

const methodWords = (method: Method): string =>
  [
    method.price.amount === 0 ? 'free' : formatCents(method.price.amount),
    ...(method.freeAbove && method.price.amount > 0
      ? [`free on orders over ${formatCents(method.freeAbove.amount)}`]
      : []),
    workingDays(method),
  ].join(', ');

/** Delivery zones and methods, as the checkout offers them. */
export function DeliveryZones({ delivery: { zones, excludedCountryNames } }: { delivery: Delivery }) {
  const served = zones.filter(({ methods }) => methods.length > 0);
  return (
    <Box sx={{ py: 3, borderTop: 1, borderColor: 'divider' }}>
      {served.map((zone) => (
        <Box key={zone.name} component="section" sx={{ pb: 2.5 }}>
          <Typography variant="h4" component="h2">
            <bdi>{zone.name}</bdi>
          </Typography>
          <ZoneCountries zone={zone} />
          <List disablePadding>
            {zone.methods.map((method) => (
              <ListItem key={method.name} disableGutters sx={{ py: 0.5 }}>
                <Typography color="textSecondary">
                  <Typography component="b" variant="label" color="textPrimary">
                    <bdi>{method.name}</bdi>
                  </Typography>
                  : {methodWords(method)}
                </Typography>
              </ListItem>
            ))}
          </List>
        </Box>
      ))}
      {served.length === 0 && <Typography>We do not deliver anywhere at the moment.</Typography>}
      {excludedCountryNames.length > 0 && (
        <Typography color="textSecondary">We do not deliver to {excludedCountryNames.join(', ')} yet.</Typography>
      )}
    </Box>
  );
}

/** Omitted if the zone is named after its only country. */
function ZoneCountries({ zone: { name, countryNames } }: { zone: DeliveryZone }) {
  if (!countryNames || (countryNames.length === 1 && countryNames[0] === name)) return null;
  return (
    <Typography variant="body2" color="textSecondary" sx={{ maxWidth: '38em' }}>
      {countryNames.join(', ')}
    </Typography>
  );
}
