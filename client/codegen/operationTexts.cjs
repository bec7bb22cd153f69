const { concatAST, Kind } = require('graphql');
const { queryText } = require('./typedHooks.cjs');

module.exports = {
  /** The texts of the client's queries for the server, which runs them in-process for the data of a page's HTML. */
  plugin(_schema, documents) {
    const { definitions } = concatAST(documents.flatMap(({ document }) => (document ? [document] : [])));
    const fragments = new Map(
      definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION).map((each) => [each.name.value, each]),
    );
    const texts = definitions
      .filter(({ kind, operation }) => kind === Kind.OPERATION_DEFINITION && operation === 'query')
      .map((each) => [each.name.value, queryText(each, fragments)]);
    return `export const queryTexts = ${JSON.stringify(Object.fromEntries(texts), null, 2)} as const;`;
  },
};
