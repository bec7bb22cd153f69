import { Payments } from '../../features/payments/Payments';
import { Title } from './Title';

export function PaymentsPage() {
  return <Payments heading={<Title>Payments</Title>} />;
}
