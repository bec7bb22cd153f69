import { ExportPanel } from '../../features/products/csv/ExportPanel';
import { ImportPanel } from '../../features/products/csv/ImportPanel';
import { usePageTitle } from '../../ui/usePageTitle';

export function ImportProductsPage() {
  usePageTitle('Import and Export', 'Products by the file, checked before they are taken in.');
  return (
    <>
      <h1>Import and Export</h1>
      <div className="product-file">
        <ImportPanel />
        <ExportPanel />
      </div>
    </>
  );
}
