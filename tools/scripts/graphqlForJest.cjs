// GraphQL.js as tools/scripts/start.mjs loads it: otherwise it asks at each look at a type whether it is of another copy of itself, which
// is a tenth of what the tests of the API cost.
const { NODE_ENV } = process.env;
process.env.NODE_ENV = 'production';
module.exports = require('graphql/index.js');
process.env.NODE_ENV = NODE_ENV;
