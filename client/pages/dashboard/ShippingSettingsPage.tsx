import { ShippingSettings } from '../../features/settings/ShippingSettings';
import { Title } from './Title';

export function ShippingSettingsPage() {
  return <ShippingSettings heading={<Title>Shipping</Title>} />;
}
