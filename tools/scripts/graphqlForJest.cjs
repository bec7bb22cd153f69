// GraphQL.js in production mode, like in tools/scripts/start.mjs: in development it checks at each type whether it
// comes from another copy of the module, which takes a tenth of the time of the API tests.
const { NODE_ENV } = process.env;
process.env.NODE_ENV = 'production';
module.exports = require('graphql/index.js');
process.env.NODE_ENV = NODE_ENV;
