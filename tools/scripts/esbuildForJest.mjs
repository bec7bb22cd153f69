// Compiles what tests load, as tsx compiles what runs: jest.config.mjs gives esbuild's options, which are part of the cache's key.
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
