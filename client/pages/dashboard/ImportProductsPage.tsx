import Stack from '@mui/material/Stack';
import { ExportPanel } from '../../features/products/csv/ExportPanel';
import { ImportPanel } from '../../features/products/csv/ImportPanel';
import { Title } from './Title';

export function ImportProductsPage() {
  return (
    <>
      <Title>Import and Export</Title>
      <Stack sx={{ gap: 2.5, width: '100%', minWidth: 0 }}>
        <ImportPanel />
        <ExportPanel />
      </Stack>
    </>
  );
}
