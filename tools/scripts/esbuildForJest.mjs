// Jest transform with esbuild, like tsx at run time; its options are in jest.config.mjs and part of the cache key.
import { extname } from 'node:path';
import { transformSync } from 'esbuild';

export default {
  createTransformer: ({ version: _version, ...options }) => ({
    process(source, sourcefile) {
      const loader = extname(sourcefile).slice(1).replace(/^[cm]/, '');
      return transformSync(source, { ...options, sourcefile, loader });
    },
  }),
};
