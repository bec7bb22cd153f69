const { build } = require('esbuild');

const hexOf = (colour) => {
  const [, ...parts] = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(colour) ?? [];
  if (parts.length === 0) return colour;
  return `#${parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`.toUpperCase();
};

const inHex = (palette) =>
  Object.fromEntries(
    Object.entries(palette).map(([name, each]) => [name, typeof each === 'string' ? hexOf(each) : inHex(each)]),
  );

/** Both schemes of client/theme/palette.ts; opaque colours in hexadecimal form, the only one that every mail client knows. */
async function readPalette() {
  const { outputFiles } = await build({
    entryPoints: ['client/theme/palette.ts'],
    bundle: true,
    format: 'cjs',
    write: false,
    external: ['@mui/material/styles'],
  });
  const module = { exports: {} };
  new Function('module', 'require', outputFiles[0].text)(module, require);
  const { light, dark } = module.exports;
  return { light: inHex(light), dark: inHex(dark) };
}

module.exports = { readPalette };
