import { resolve } from 'node:path';

/**
 * React Router's package leads every bundler to its development build, warnings included: remix-run/react-router#14102. Its test
 * fails when this is no longer needed.
 */
export const productionRouter = {
  find: /^react-router$/,
  replacement: resolve('node_modules/react-router/dist/production/index.mjs'),
};
