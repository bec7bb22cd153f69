import { Report } from '../../features/reports/Report';
import { Title } from './Title';

export function ReportsPage() {
  return <Report heading={<Title>Reports</Title>} />;
}
