import { readEnvironment } from '../env';

const read = (MONGODB_URI: string) =>
  readEnvironment({ MONGODB_URI, TRUST_PROXY: 'true' } as unknown as NodeJS.ProcessEnv);

test.each([
  ['a % that stands for itself', 'mongodb://u:hunter%ss2@db.internal/kiosk', /%25 %40/],
  ['an @ in the password', 'mongodb://u:hunter2@x@db.internal/kiosk', /%25 %40/],
  ['a port that is none', 'mongodb://u:hunter2@db.internal:99999/kiosk', /ports from 1 to 65535/],
  ['a value that is none', 'mongodb://u:hunter2@db.internal/kiosk?tls=maybe', /options with values that MongoDB/],
  ['an option that is none', 'mongodb://u:hunter2@db.internal/kiosk?foo=bar', /, and foo is none\.$/m],
  ['a password with @ and ?', 'mongodb://u:p@db?hunter2=x@db.internal/kiosk', /%25 %40/],
])(
  'R19: reports a MONGODB_URI with %s together with other wrong settings and without its password',
  (_what, uri, words) => {
    let message = '';
    try {
      read(uri);
    } catch (error) {
      message = (error as Error).message;
    }
    expect(message).toMatch(/^MONGODB_URI is wrong: it must [^\n]+\.\nTRUST_PROXY is wrong: [^\n]+$/);
    expect(message).toMatch(words);
    expect(message).not.toMatch(/hunter/);
  },
);

test.each([
  'embedded',
  'mongodb://a,b,[::1]:27018/kiosk?replicaSet=kiosk',
  'mongodb+srv://u:p%40@cluster.example/kiosk?appName=x',
])('%s is accepted', (uri) => {
  expect(() => read(uri)).toThrow(/^TRUST_PROXY/);
});
