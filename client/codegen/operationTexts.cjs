const { definitionsIn } = require('./definitions.cjs');
const { hashOf, isPublic } = require('./publicOperations.cjs');
const { queryText } = require('./typedDocuments.cjs');

module.exports = {
  /**
   * The texts of the client's queries for the server, which runs them in-process for the data of a page's HTML, and the
   * manifest of those that it answers by their hash.
   */
  plugin(_schema, documents) {
    const { operations, fragments } = definitionsIn(documents);
    const queries = operations.filter(({ operation }) => operation === 'query');
    const textOf = (each) => queryText(each, fragments);
    const texts = queries.map((each) => [each.name.value, textOf(each)]);
    const manifest = queries.filter(isPublic).map((each) => [hashOf(textOf(each)), each.name.value]);
    return [
      `export const queryTexts = ${JSON.stringify(Object.fromEntries(texts), null, 2)} as const;`,
      '/** Names by the SHA-256 of their texts. */',
      `export const publicOperations = ${JSON.stringify(Object.fromEntries(manifest), null, 2)} as const;`,
    ].join('\n\n');
  },
};
