const { concatAST, Kind } = require('graphql');

/** The client's operations, and its fragments by their names. */
exports.definitionsIn = (documents) => {
  const { definitions } = concatAST(documents.flatMap(({ document }) => (document ? [document] : [])));
  const ofKind = (kind) => definitions.filter((each) => each.kind === kind);
  const fragments = new Map(ofKind(Kind.FRAGMENT_DEFINITION).map((each) => [each.name.value, each]));
  return { operations: ofKind(Kind.OPERATION_DEFINITION), fragments };
};
