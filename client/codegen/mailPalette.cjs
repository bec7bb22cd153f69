const { readPalette } = require('./readPalette.cjs');

module.exports = {
  /** The client's colours for the mails, which the server writes without the client. */
  plugin: async () => `export const palette = ${JSON.stringify(await readPalette(), null, 2)};\n`,
};
