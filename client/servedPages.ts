// What the server runs of the client's pages beside their rows: bundled into server/__generated__/pages.ts (codegen/pageTable.cjs).
export { pageQueries } from './app/pageQueries';
export { documentTitle } from './lib/documentHead';
export { pageDescription } from './lib/pageDescription';
export { productPath } from './lib/paths';
