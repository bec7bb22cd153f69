// Run by mongosh, by compose.yaml: three members become one replica set, unless they are one already.
/* global db, rs */
const members = ['mongo1', 'mongo2', 'mongo3'].map((name, _id) => ({ _id, host: `${name}:27017` }));
if (!db.hello().setName) rs.initiate({ _id: 'kiosk', members });
