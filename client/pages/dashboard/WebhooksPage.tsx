import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { DeliveryLog } from '../../features/webhooks/DeliveryLog';
import { WebhookEndpoints } from '../../features/webhooks/WebhookEndpoints';
import { OutboundOff } from './OutboundOff';
import { Title } from './Title';

export function WebhooksPage() {
  return (
    <>
      <Stack sx={{ gap: 0.75 }}>
        <Title>Webhooks</Title>
        <Typography variant="inherit" color="textSecondary">
          Other programs that the shop tells of what happens in it, by signed requests.
        </Typography>
      </Stack>
      <OutboundOff />
      <WebhookEndpoints />
      <DeliveryLog />
    </>
  );
}
