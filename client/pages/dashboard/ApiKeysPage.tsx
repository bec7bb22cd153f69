import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { ApiKeys } from '../../features/apiKeys/ApiKeys';
import { Link } from '../../ui/Link';
import { Title } from './Title';

export function ApiKeysPage() {
  return (
    <>
      <Stack sx={{ gap: 0.75 }}>
        <Title>API keys</Title>
        <Typography variant="inherit" color="textSecondary">
          With them programs read and change the shop by GraphQL and REST. They belong to the shop, and work on when
          whoever made them is no admin any more.{' '}
          <Link color="primary" to="/dashboard/settings">
            Back to Settings
          </Link>
        </Typography>
      </Stack>
      <ApiKeys />
    </>
  );
}
