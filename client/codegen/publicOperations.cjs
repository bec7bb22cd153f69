const { createHash } = require('node:crypto');
const { Kind } = require('graphql');

/** Root fields that anybody is told alike who does not say who they are; a test holds the server to the same list. */
const publicFields = new Set(['products', 'product', 'categories']);

module.exports = {
  /** What the server answers by its hash: queries of nothing but public fields. */
  isPublic: ({ operation, selectionSet }) =>
    operation === 'query' &&
    selectionSet.selections.every(({ kind, name }) => kind === Kind.FIELD && publicFields.has(name.value)),
  hashOf: (text) => createHash('sha256').update(text).digest('hex'),
};
