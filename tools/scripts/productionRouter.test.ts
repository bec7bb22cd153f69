import { existsSync, readFileSync } from 'node:fs';
// @ts-expect-error -- a plain script without types
import { productionRouter } from './productionRouter.mjs';

test('React Router still points bundlers to its development build, and ships the production build', () => {
  const { exports } = JSON.parse(readFileSync('node_modules/react-router/package.json', 'utf8')) as {
    exports: Record<string, Record<string, { default: string }>>;
  };
  expect(exports['.']?.['import']?.default).toContain('/development/');
  expect(existsSync((productionRouter as { replacement: string }).replacement)).toBe(true);
});
