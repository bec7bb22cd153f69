import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const sources = ['server', 'packages']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)))
  .filter((file) => /\.tsx?$/.test(file) && !/\.(test|fixture)\.|testing\/|__generated__/.test(file));

/** The field names in the objects that a program logs. */
function fieldsOf(text: string): string[] {
  const objects = text.matchAll(/\blog\??\.(?:fatal|error|warn|info|debug|child)\(\s*\{([^}]*)\}/g);
  return [...objects].flatMap(([, fields = '']) =>
    fields
      .replace(/\([^()]*\)/g, '')
      .split(',')
      .map((field) => field.split(':')[0]?.trim() ?? '')
      .filter((name) => /^\w+$/.test(name)),
  );
}

const section = /^## Logs$.*?(?=^## )/ms.exec(readFileSync('docs/operating/monitoring.md', 'utf8'))?.[0] ?? '';
const documented = [...section.matchAll(/^\| (`.+?) +\|/gm)].flatMap(([, names = '']) =>
  [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name),
);
/** Fields of pino and of the access log, which sets its own. */
const ofEachLine = ['level', 'time', 'pid', 'version', 'msg'];
const ofAnswers = ['requestId', 'method', 'route', 'operation', 'status', 'responseTime'];

test('finds the fields of log calls in a source', () => {
  expect(
    fieldsOf("log.warn({ part: name, err: f(1, 2), uid }, 'x'); log.info({\n a }, 'y'); blog.warn({ b })"),
  ).toEqual([...['part', 'err', 'uid', 'a']]);
});

test('an answer’s fields are logged of answers alone, so that each keeps its type', () => {
  const others = sources.filter((file) => !file.startsWith('server/http/'));
  const logged = new Map(others.map((file) => [file, fieldsOf(readFileSync(file, 'utf8'))]));
  const ofAnswersAlone = ofAnswers.filter((name) => name !== 'requestId');
  const again = [...logged].filter(([, fields]) => ofAnswersAlone.some((name) => fields.includes(name)));
  expect(again.map(([file]) => file)).toEqual([]);
});

test('docs/operating/monitoring.md describes exactly the fields of the log', () => {
  const logged = new Set(sources.flatMap((file) => fieldsOf(readFileSync(file, 'utf8'))));
  expect(logged.size).toBeGreaterThan(20);
  expect(documented.length).toBe(new Set(documented).size);
  expect([...documented].sort()).toEqual([...new Set([...logged, ...ofEachLine, ...ofAnswers])].sort());
});
