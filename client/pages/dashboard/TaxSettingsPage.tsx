import { TaxSettings } from '../../features/settings/TaxSettings';
import { Title } from './Title';

export function TaxSettingsPage() {
  return <TaxSettings heading={<Title>Taxes</Title>} />;
}
