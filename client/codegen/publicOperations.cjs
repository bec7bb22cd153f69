const { createHash } = require('node:crypto');
const { Kind } = require('graphql');

/** Root fields with the same result for every anonymous caller; a test compares the list with the server's. */
const publicFields = new Set(['products', 'product', 'categories']);

module.exports = {
  /** What the server answers by its hash: queries of nothing but public fields. */
  isPublic: ({ operation, selectionSet }) =>
    operation === 'query' &&
    selectionSet.selections.every(({ kind, name }) => kind === Kind.FIELD && publicFields.has(name.value)),
  hashOf: (text) => createHash('sha256').update(text).digest('hex'),
};
