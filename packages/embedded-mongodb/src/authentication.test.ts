import { deserialize, serialize, type Document } from 'bson';
import { MongoClient, MongoServerError } from 'mongodb';
import { commandNames } from './dispatch';
import { openTestDatabase, type TestDatabase } from './openTestDatabase';
import { binary, RawClient, ScramClient, textOf } from './rawClient.fixture';
import { documentOf, header, messageOf, opMsg, opQuery, sequence } from './rawMessages.fixture';

const handshake = ['hello', 'isMaster', 'ismaster', 'saslStart', 'saslContinue', 'authenticate', 'logout'];
const commands = commandNames.filter((name) => !handshake.includes(name));
const opCompressed = 2012;

let database: TestDatabase;
let user: string;
let password: string;
const clients: RawClient[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
  const { username, password: secret } = new URL(database.uri);
  [user, password] = [username, secret];
  await database.db.collection('items').insertOne({ _id: 1 as never, text: 'kept' });
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  expect(await database.db.collection('items').find().toArray()).toEqual([{ _id: 1, text: 'kept' }]);
  expect(await database.db.listCollections().toArray()).toHaveLength(1);
});
afterAll(() => database.close());

function unauthenticatedClient(): RawClient {
  const client = RawClient.connect(database.uri);
  clients.push(client);
  return client;
}

async function authenticatedClient(): Promise<RawClient> {
  const client = await RawClient.authenticated(database.uri);
  clients.push(client);
  return client;
}

const refusal = (name: string) => ({
  ok: 0,
  code: 13,
  codeName: 'Unauthorized',
  errmsg: `Command ${name} requires authentication`,
});
const authenticationFailed = { ok: 0, code: 18, codeName: 'AuthenticationFailed', errmsg: 'Authentication failed.' };

/** A body with which the command would have an effect. */
const bodies: Readonly<Record<string, Document>> = {
  insert: { documents: [{ _id: 2 }] },
  update: { updates: [{ q: {}, u: { $set: { text: 'changed' } } }] },
  delete: { deletes: [{ q: {}, limit: 0 }] },
  findAndModify: { remove: true },
  findandmodify: { remove: true },
  bulkWrite: { ops: [{ insert: 0, document: { _id: 2 } }], nsInfo: [{ ns: 'test.items' }] },
  aggregate: { pipeline: [{ $out: 'stolen' }], cursor: {} },
  create: { capped: false },
  createIndexes: { indexes: [{ key: { text: 1 }, name: 'text_1' }] },
  dropIndexes: { index: '*' },
  distinct: { key: 'text' },
  explain: { verbosity: 'queryPlanner' },
};

function bodyOf(name: string): Document {
  const subject = name === 'explain' ? { find: 'items' } : name === 'bulkWrite' ? 1 : 'items';
  return { [name]: subject, ...bodies[name], $db: 'test' };
}

function queryOf(body: Document): Buffer {
  const asked = [Buffer.alloc(4), Buffer.from('test.$cmd\0'), Buffer.alloc(8), serialize(body)];
  const bytes = Buffer.concat(asked);
  return Buffer.concat([header(16 + bytes.length, opQuery), bytes]);
}

function sequenceFirst(body: Document): Buffer {
  const documents = sequence('documents', serialize({ _id: 3 }));
  const bytes = Buffer.concat([Buffer.alloc(4), documents, Buffer.alloc(1), serialize(body)]);
  return Buffer.concat([header(16 + bytes.length, opMsg), bytes]);
}

function withFlags(message: Buffer, flags: number): Buffer {
  const changed = Buffer.from(message);
  changed.writeUInt32LE(flags, 16);
  return changed;
}

function withChecksum(message: Buffer): Buffer {
  const longer = Buffer.concat([withFlags(message, 1), Buffer.alloc(4)]);
  longer.writeInt32LE(longer.length, 0);
  return longer;
}

describe('an unauthenticated client', () => {
  test('the command table contains more than the handshake', () => {
    expect(commands.length).toBeGreaterThan(25);
    expect(commandNames).toEqual(expect.arrayContaining(handshake));
  });

  test.each([...commands, 'configureFailPoint', 'replSetStepDown', 'noSuchCommand', '$where', 'constructor'])(
    'is refused %s in every message format',
    async (name) => {
      const client = unauthenticatedClient();
      const body = bodyOf(name);
      const message = messageOf(serialize(body));
      const forms = [
        message,
        withChecksum(message),
        withFlags(message, 1 << 16),
        messageOf(serialize(body), sequence('documents', serialize({ _id: 3 }))),
        sequenceFirst(body),
        queryOf(body),
      ];
      for (const form of forms) {
        client.send(form);
        expect(await client.reply()).toEqual(refusal(name));
      }
      // A message with moreToCome gets no reply and has no effect.
      client.send(withFlags(message, 2));
      expect(await client.ask({ hello: 1 })).toMatchObject({ ok: 1, isWritablePrimary: true });
    },
  );

  test('is refused a query that an authenticated client has already run, also after a logout', async () => {
    const question = messageOf(serialize({ find: 'items', filter: { _id: 1 }, $db: 'test' }));
    const owner = await authenticatedClient();
    for (let round = 0; round < 3; round++) {
      owner.send(question);
      expect(await owner.reply()).toMatchObject({ cursor: { firstBatch: [{ _id: 1, text: 'kept' }] } });
    }
    const client = unauthenticatedClient();
    client.send(question);
    expect(await client.reply()).toEqual(refusal('find'));
    expect(await owner.ask({ logout: 1 })).toEqual({ ok: 1 });
    owner.send(question);
    expect(await owner.reply()).toEqual(refusal('find'));
  });

  test('gets no reply to compressed, unknown and legacy messages', async () => {
    const message = messageOf(serialize(bodyOf('find')));
    const inner = Buffer.alloc(9);
    inner.writeInt32LE(2013, 0);
    inner.writeInt32LE(message.length - 16, 4);
    const compressed = Buffer.concat([header(25 + message.length - 16, opCompressed), inner, message.subarray(16)]);
    const others = [1, 1000, 2001, 2002, 2005, 2006, 2007, 2010, 2011].map((opcode) => {
      const bytes = Buffer.from(message);
      bytes.writeInt32LE(opcode, 12);
      return bytes;
    });
    for (const bytes of [compressed, ...others]) {
      const client = unauthenticatedClient();
      client.send(bytes);
      expect(await client.answer()).toBeNull();
    }
  });

  test('gets the server’s error from the driver', async () => {
    const client = new MongoClient(database.uri.replace(/\/\/.*@/, '//'));
    const items = client.db('test').collection('items');
    await expect(items.find().toArray()).rejects.toMatchObject(refusal('find'));
    await expect(items.insertOne({})).rejects.toMatchObject(refusal('insert'));
    await client.close();
  });

  test('sees the same hello reply for an existing and an unknown user, without stored names', async () => {
    const asked = async (name: string) => {
      const client = unauthenticatedClient();
      const reply = await client.ask({ hello: 1, saslSupportedMechs: `admin.${name}` });
      return { ...reply, localTime: 0, lastWrite: 0, connectionId: 0 };
    };
    const reply = await asked(user);
    expect(reply).toMatchObject({ saslSupportedMechs: ['SCRAM-SHA-256'], ok: 1 });
    expect(await asked('nobody')).toEqual(reply);
    expect(JSON.stringify(reply)).not.toContain('items');
  });
});

describe('SCRAM-SHA-256', () => {
  test('the test client reproduces the example of RFC 7677', () => {
    const client = new ScramClient('user', 'pencil', 'rOprNGfwEbeRWgbNEkqO');
    const salt = 's=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096';
    const first = `r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,${salt}`;
    expect(client.last(first)).toBe(
      'c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=',
    );
    expect(client.expected()).toBe('v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=');
  });

  test('authenticates in two steps with a server signature', async () => {
    const client = unauthenticatedClient();
    const scram = new ScramClient(user, password);
    const started = await client.start(scram.first());
    expect(started).toMatchObject({ ok: 1, done: false, conversationId: 1 });
    const finished = await client.continue(1, scram.last(textOf(started ?? {})));
    expect(finished).toMatchObject({ ok: 1, done: true });
    expect(textOf(finished ?? {})).toBe(scram.expected());
    expect(await client.ask({ ping: 1 })).toEqual({ ok: 1 });
  });

  test('accepts the empty final message of older drivers and stays unauthenticated until then', async () => {
    const client = unauthenticatedClient();
    const scram = new ScramClient(user, password);
    const started = await client.start(scram.first(), { options: {} });
    const proven = await client.continue(1, scram.last(textOf(started ?? {})));
    expect(proven).toMatchObject({ ok: 1, done: false });
    expect(await client.ask({ find: 'items', $db: 'test' })).toEqual(refusal('find'));
    expect(await client.continue(1, '')).toMatchObject({ ok: 1, done: true });
    expect(await client.ask({ ping: 1 })).toEqual({ ok: 1 });
  });

  test.each(['hello', 'isMaster'])('authenticates speculatively within %s, in both message formats', async (name) => {
    for (const legacy of [false, true]) {
      const client = unauthenticatedClient();
      const scram = new ScramClient(user, password);
      const step = { saslStart: 1, mechanism: 'SCRAM-SHA-256', payload: binary(scram.first()), db: 'admin' };
      const speculativeAuthenticate = { ...step, options: { skipEmptyExchange: true } };
      const body = { [name]: 1, saslSupportedMechs: `admin.${user}`, speculativeAuthenticate };
      client.send(legacy ? queryOf(body) : messageOf(serialize({ ...body, $db: 'admin' })));
      const reply = (await client.reply()) ?? {};
      expect(reply).toMatchObject({ ok: 1, saslSupportedMechs: ['SCRAM-SHA-256'] });
      const started = reply['speculativeAuthenticate'] as Document;
      const finished = await client.continue(started['conversationId'], scram.last(textOf(started)));
      expect(finished).toMatchObject({ ok: 1, done: true });
    }
  });

  test('connectionStatus reports the user until logout', async () => {
    const client = await authenticatedClient();
    expect(await client.ask({ connectionStatus: 1 })).toEqual({
      authInfo: {
        authenticatedUsers: [{ user, db: 'admin' }],
        authenticatedUserRoles: [{ role: 'root', db: 'admin' }],
      },
      ok: 1,
    });
    await client.ask({ logout: 1 });
    expect(await client.ask({ connectionStatus: 1 })).toEqual(refusal('connectionStatus'));
    expect(await client.authenticate(new ScramClient(user, password))).toMatchObject({ ok: 1, done: true });
    expect(await client.ask({ ping: 1 })).toEqual({ ok: 1 });
  });

  test('a wrong password and an unknown user get the same answers', async () => {
    const answersTo = async (name: string, secret: string) => {
      const client = unauthenticatedClient();
      const scram = new ScramClient(name, secret, 'always-the-same');
      const started = (await client.start(scram.first())) ?? {};
      const text = textOf(started);
      const refused = await client.continue(started['conversationId'], scram.last(text));
      const shape = text.replace(/(?<=r=always-the-same|s=)[^,]+/g, (part) => `${part.length} characters`);
      return { shape, salt: /s=([^,]+)/.exec(text)?.[1], refused };
    };
    const wrong = await answersTo(user, 'not the password');
    const unknown = await answersTo('nobody', password);
    expect(wrong.refused).toEqual(authenticationFailed);
    expect(unknown.refused).toEqual(authenticationFailed);
    expect(unknown.shape).toBe(wrong.shape);
    // Salts that vary between attempts would reveal unknown users.
    expect((await answersTo('nobody', 'x')).salt).toBe(unknown.salt);
    expect((await answersTo(user, 'x')).salt).toBe(wrong.salt);
    expect(unknown.salt).not.toBe(wrong.salt);
  });

  test('the user exists in the database admin only', async () => {
    const client = unauthenticatedClient();
    expect(await client.start(new ScramClient(user, password).first(), { $db: 'test' })).toEqual(authenticationFailed);
    const driver = new MongoClient(database.uri.replace('authSource=admin', 'authSource=test'));
    await expect(driver.db('test').command({ ping: 1 })).rejects.toMatchObject({ code: 18 });
    await driver.close();
  });

  test.each([
    ...['SCRAM-SHA-1', 'PLAIN', 'MONGODB-X509', 'MONGODB-CR', 'MONGODB-AWS', 'MONGODB-OIDC', 'GSSAPI'],
    ...['scram-sha-256', 'SCRAM-SHA-256-PLUS', 'constructor'],
  ])('refuses another mechanism by name: %s', async (mechanism) => {
    const client = unauthenticatedClient();
    const refused = {
      ok: 0,
      code: 334,
      codeName: 'MechanismUnavailable',
      errmsg: `Unsupported mechanism ${mechanism}: this database authenticates by SCRAM-SHA-256 alone`,
    };
    expect(await client.start('n,,n=a,r=b', { mechanism })).toEqual(refused);
    expect(await client.ask({ authenticate: 1, mechanism, user: 'a' })).toEqual(refused);
  });

  test('refuses a missing, empty or non-string mechanism', async () => {
    for (const mechanism of [undefined, null, 256, {}, ['SCRAM-SHA-256'], '']) {
      expect(await unauthenticatedClient().start('n,,n=a,r=b', { mechanism })).toMatchObject({ ok: 0, code: 334 });
    }
  });

  test('the driver reports unsupported mechanisms and wrong credentials', async () => {
    const attempt = async (change: (uri: string) => string) => {
      const client = new MongoClient(change(database.uri));
      try {
        return await client.db('test').collection('items').find().toArray();
      } catch (error) {
        return error instanceof MongoServerError ? error.code : error;
      } finally {
        await client.close();
      }
    };
    expect(await attempt((uri) => uri)).toHaveLength(1);
    expect(await attempt((uri) => `${uri}&authMechanism=SCRAM-SHA-256`)).toHaveLength(1);
    expect(await attempt((uri) => `${uri}&authMechanism=SCRAM-SHA-1`)).toBe(334);
    expect(await attempt((uri) => uri.replace(password, 'x'))).toBe(18);
    expect(await attempt((uri) => uri.replace(user, 'x'))).toBe(18);
  });
});

describe('invalid SCRAM messages', () => {
  test.each([
    ['channel binding', (first: string) => first.replace('n,,', 'p=tls-unique,,')],
    ['an authorization identity', (first: string) => first.replace('n,,', 'n,a=other,')],
    ['an extension that must be understood', (first: string) => first.replace('n,,', 'n,,m=x,')],
    ['no user', (first: string) => first.replace(/n=[^,]+,/, '')],
    ['an empty user', (first: string) => first.replace(/n=[^,]+,/, 'n=,')],
    ['no nonce', (first: string) => first.replace(/,r=.*/, '')],
    ['an empty nonce', (first: string) => first.replace(/,r=.*/, ',r=')],
    ['a nonce with a comma', (first: string) => `${first},x`],
    ['a nonce with a space', (first: string) => `${first} x`],
    ['no content', () => ''],
    ['other bytes', () => '\0\xff\n'],
  ])('a first message with %s is refused', async (_name, spoil) => {
    const client = unauthenticatedClient();
    const first = spoil(new ScramClient(user, password).first());
    expect(await client.start(first)).toEqual(authenticationFailed);
    expect(await client.continue(1, 'c=biws')).toMatchObject({ ok: 0, code: 17, codeName: 'ProtocolError' });
  });

  const nonceOf = (first: string) => /r=([^,]+)/.exec(first)?.[1] ?? '';
  test.each<[string, (scram: ScramClient, first: string) => string]>([
    ['a part of the nonce', (scram, first) => scram.last(first, `c=biws,r=${nonceOf(first).slice(0, -1)}`)],
    ['more than the nonce', (scram, first) => scram.last(first, `c=biws,r=${nonceOf(first)}x`)],
    ['the client’s part alone', (scram, first) => scram.last(first, `c=biws,r=${scram.nonce}`)],
    ['another nonce', (scram, first) => scram.last(first, `c=biws,r=${'x'.repeat(nonceOf(first).length)}`)],
    ['another binding', (scram, first) => scram.last(first, `c=eSws,r=${nonceOf(first)}`)],
    ['an extension', (scram, first) => scram.last(first, `c=biws,r=${nonceOf(first)},x=1`)],
    ['no proof', (_scram, first) => `c=biws,r=${nonceOf(first)}`],
    ['an empty proof', (_scram, first) => `c=biws,r=${nonceOf(first)},p=`],
    ['a proof of zeros', (_scram, first) => `c=biws,r=${nonceOf(first)},p=${Buffer.alloc(32).toString('base64')}`],
    ['a short proof', (scram, first) => scram.last(first).replace(/p=(.{8}).*/, 'p=$1')],
    [
      'a proof with one other bit',
      (scram, first) => scram.last(first).replace(/p=(.)/, (_, at) => `p=${at === 'A' ? 'B' : 'A'}`),
    ],
    ['a proof after the proof', (scram, first) => `${scram.last(first)},p=AAAA`],
    ['nothing', () => ''],
  ])('a final message with %s is refused and ends the conversation', async (_name, spoil) => {
    const client = unauthenticatedClient();
    const scram = new ScramClient(user, password);
    const first = textOf((await client.start(scram.first())) ?? {});
    expect(await client.continue(1, spoil(scram, first))).toEqual(authenticationFailed);
    expect(await client.continue(1, scram.last(first))).toMatchObject({ ok: 0, code: 17 });
    expect(await client.ask({ find: 'items', $db: 'test' })).toEqual(refusal('find'));
  });

  test('an intercepted exchange cannot be replayed on another connection or a second time', async () => {
    const scram = new ScramClient(user, password);
    const [one, other] = [unauthenticatedClient(), unauthenticatedClient()];
    const first = textOf((await one.start(scram.first())) ?? {});
    await other.start(scram.first());
    expect(await other.continue(1, scram.last(first))).toEqual(authenticationFailed);
    expect(await one.continue(2, scram.last(first))).toMatchObject({ code: 17 });
    expect(await one.continue(1, scram.last(first))).toMatchObject({ code: 17 });
    expect(await unauthenticatedClient().continue(1, scram.last(first))).toMatchObject({ code: 17 });
    expect(await one.ask({ ping: 1 })).toEqual(refusal('ping'));
  });

  test('payloads of other types are refused', async () => {
    for (const payload of [undefined, null, 1, {}, []]) {
      expect(await unauthenticatedClient().start('', { payload })).toEqual(authenticationFailed);
    }
  });

  test('hello ignores malformed authentication fields', async () => {
    for (const speculativeAuthenticate of [1, null, {}, { saslStart: 1 }, { saslStart: 1, mechanism: 'PLAIN' }]) {
      const reply = await unauthenticatedClient().ask({ hello: 1, saslSupportedMechs: 1, speculativeAuthenticate });
      expect(reply).toMatchObject({ ok: 1, isWritablePrimary: true });
      expect(reply).not.toHaveProperty('speculativeAuthenticate');
      expect(reply).not.toHaveProperty('saslSupportedMechs');
    }
  });

  test('an empty document is refused as an unauthenticated command', async () => {
    const client = unauthenticatedClient();
    client.send(messageOf(documentOf()));
    expect(deserialize(((await client.answer()) ?? Buffer.alloc(26)).subarray(21))).toEqual(refusal(''));
  });
});
