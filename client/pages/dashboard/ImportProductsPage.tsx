import { ExportPanel } from '../../features/products/csv/ExportPanel';
import { ImportPanel } from '../../features/products/csv/ImportPanel';

export function ImportProductsPage() {
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
