// Run by mongosh, by compose.yaml: three members become one replica set, unless they are one already, and the shop gets its user.
/* global Mongo, sleep */
const { MONGODB_ROOT_PASSWORD, MONGODB_PASSWORD } = process.env;
const names = ['mongo1', 'mongo2', 'mongo3'];
const connect = (hosts, query) =>
  new Mongo(`mongodb://root:${encodeURIComponent(MONGODB_ROOT_PASSWORD)}@${hosts}/admin${query}`);

const first = connect('mongo1', '?directConnection=true').getDB('admin');
if (!first.hello().setName) {
  const members = names.map((name, _id) => ({ _id, host: `${name}:27017` }));
  first.runCommand({ replSetInitiate: { _id: 'kiosk', members } });
}
while (!first.hello().primary) sleep(200);

const shop = connect(names.join(), '?replicaSet=kiosk').getDB('kiosk');
const user = { pwd: MONGODB_PASSWORD, roles: [{ role: 'readWrite', db: 'kiosk' }] };
if (shop.getUser('kiosk')) shop.updateUser('kiosk', user);
else shop.createUser({ user: 'kiosk', ...user });
