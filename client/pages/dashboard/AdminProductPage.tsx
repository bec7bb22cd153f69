import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { ItemList } from '../../features/store/ItemList';
import { storeIcons } from '../../features/store/storeIcons';
import { useSession } from '../../session/SessionProvider';
import { SvgIcon } from '../../ui/SvgIcon';

export function AdminProductPage() {
  const { user } = useSession();
  if (!user) return null;
  return (
    <>
      <h1>Admin Products</h1>
      <ItemList
        key={user.email}
        of="admin"
        viewer={user.email}
        links={
          <>
            <Button
              component={Link}
              to="/dashboard/importProducts"
              variant="outlined"
              size="small"
              className="quiet"
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
