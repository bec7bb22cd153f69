import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { ItemList } from '../../features/store/ItemList';
import { storeIcons } from '../../features/store/storeIcons';
import { useSession } from '../../session/SessionProvider';
import { SvgIcon } from '../../ui/SvgIcon';
import { Title } from './Title';

export function AdminProductPage() {
  const { user } = useSession();
  if (!user) return null;
  return (
    <>
      <Title>Admin Products</Title>
      <ItemList
        key={user.email}
        of="admin"
        viewer={user.email}
        links={
          <>
            <Button
              component={Link}
              to="/dashboard/importProducts"
              variant="quiet"
              size="small"
              startIcon={<SvgIcon lines={storeIcons.upload} />}
            >
              Import / export
            </Button>
            <Button
              component={Link}
              to="/dashboard/createProduct"
              size="small"
              startIcon={<SvgIcon lines={storeIcons.plus} />}
            >
              Create Product
            </Button>
          </>
        }
      />
    </>
  );
}
