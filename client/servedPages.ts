// Client code that the server runs besides the route table, bundled by codegen/pageTable.cjs into server/__generated__/pages.ts.
export { pageQueries } from './app/pageQueries';
export { documentTitle } from './lib/documentHead';
export { pageDescription } from './lib/pageDescription';
export { productPath } from './lib/paths';
