import { resolve } from 'node:path';

/**
 * React Router's package resolves to its development build for every bundler, including warnings:
 * remix-run/react-router#14102. A test fails when this workaround is no longer needed.
 */
export const productionRouter = {
  find: /^react-router$/,
  replacement: resolve('node_modules/react-router/dist/production/index.mjs'),
};
