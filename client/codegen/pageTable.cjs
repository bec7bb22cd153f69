const { basename } = require('node:path');
const { build } = require('esbuild');

/** A page's component becomes the path of its file, which is all that the server needs of it. */
const pathsOfPages = {
  name: 'paths-of-pages',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\.\.\/pages\/|^\.\/lazyPage$/ }, ({ path }) => ({ path, namespace: 'page' }));
    onLoad({ filter: /./, namespace: 'page' }, ({ path }) => ({
      contents: path.endsWith('/lazyPage')
        ? 'export const lazyPage = async (importPage) => Object.values(await importPage())[0];'
        : `export const ${basename(path)} = '${path.replace('../', '')}.tsx';`,
    }));
  },
};

async function bundle(entry, options) {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    charset: 'utf8',
    write: false,
    ...options,
  });
  return outputFiles[0].text;
}

async function readRoutes() {
  const module = { exports: {} };
  new Function('module', await bundle('client/app/routes.ts', { format: 'cjs', plugins: [pathsOfPages] }))(module);
  return Promise.all(module.exports.routes.map(async (route) => ({ ...route, page: await route.page })));
}

module.exports = {
  /** The client's route table for the server, and the functions by which it reads a page's address. */
  plugin: async () =>
    [
      '// @ts-nocheck: typed by server/pages/pageTable.ts.',
      await bundle('client/servedPages.ts', { format: 'esm' }),
      `export const routes = ${JSON.stringify(await readRoutes(), null, 2)};`,
    ].join('\n'),
};
