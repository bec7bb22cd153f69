import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { CartPanel } from '../../features/store/CartPanel';
import { ItemList } from '../../features/store/ItemList';
import { storeIcons } from '../../features/store/storeIcons';
import { useSession } from '../../session/SessionProvider';
import { SvgIcon } from '../../ui/SvgIcon';
import { Title } from './Title';

export function UserProductPage() {
  const { user } = useSession();
  if (!user) return null;
  return (
    <>
      <CartPanel key={`${user.email} cart`} email={user.email} />
      <Title>Products</Title>
      <ItemList
        key={user.email}
        of="own"
        viewer={user.email}
        links={
          <Button
            component={Link}
            to="/dashboard/addProduct"
            size="small"
            startIcon={<SvgIcon lines={storeIcons.plus} />}
          >
            Add Product
          </Button>
        }
      />
    </>
  );
}
