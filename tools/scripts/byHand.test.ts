import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const read = (file: string) => readFileSync(file, 'utf8');
const [, list = ''] =
  /By hand, although MUI has something like it(.+?)\*\*Consequences/s.exec(read('docs/decisions/0035-one-theme.md')) ??
  [];
const entries = list.split(/^ +\d+\. /m).slice(1);
const filesIn = (text: string) => [...text.matchAll(/`(client\/[\w/]+\.tsx)`/g)].map(([, file = '']) => file);
const componentsIn = (text: string) => [...text.matchAll(/`([A-Z]\w+)`/g)].map(([, name = '']) => name);

test('note 0035 names a file and a component of MUI for each thing that is made by hand', () => {
  expect(entries.length).toBeGreaterThan(10);
  for (const entry of entries) {
    const [files, components] = [filesIn(entry), componentsIn(entry)];
    expect([entry, files.length > 0 && files.every((file) => existsSync(file))]).toEqual([entry, true]);
    const inMui = components.filter((name) => existsSync(`node_modules/@mui/material/${name}`));
    expect([entry, inMui]).toEqual([entry, expect.arrayContaining(components)]);
  }
});

test('each component that has the name of one of MUI and is none of it is in note 0035', () => {
  const files = execFileSync('git', ['ls-files', 'client/*.tsx'], { encoding: 'utf8' }).trim().split('\n');
  const nameOf = (file: string) => file.split('/').at(-1)?.replace('.tsx', '') ?? '';
  const namesakes = files.filter((file) => existsSync(`node_modules/@mui/material/${nameOf(file)}`));
  const others = namesakes.filter((file) => !read(file).includes(`from '@mui/material/${nameOf(file)}'`));
  expect(others.sort()).toEqual(
    filesIn(list)
      .filter((file) => namesakes.includes(file))
      .sort(),
  );
});
