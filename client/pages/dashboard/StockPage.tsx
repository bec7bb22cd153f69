import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { Link } from 'react-router-dom';
import { StockTable } from '../../features/stock/StockTable';
import { storeIcons } from '../../features/store/storeIcons';
import { useSession } from '../../session/SessionProvider';
import { useRole } from '../../session/useRole';
import { SvgIcon } from '../../ui/SvgIcon';
import { Title } from './Title';

export function StockPage() {
  const { user } = useSession();
  const { role } = useRole();
  if (!user) return null;
  return (
    <>
      <Stack direction="row" sx={{ flexWrap: 'wrap', justifyContent: 'space-between', gap: 2, width: '100%' }}>
        <Title>Stock</Title>
        {role === 'admin' && (
          <Button
            component={Link}
            to="/dashboard/importProducts"
            variant="quiet"
            size="small"
            startIcon={<SvgIcon lines={storeIcons.upload} />}
          >
            Import counts
          </Button>
        )}
      </Stack>
      <StockTable key={user.email} />
    </>
  );
}
