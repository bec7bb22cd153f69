import { inflateSync } from 'node:zlib';

/** The texts of a PDF by page. Written for the tests, so that they rely on the file alone. */
export function readPdf(file: Buffer): string[] {
  const objects = objectsOf(file);
  const pages = [...objects.values()].filter(({ head }) => /\/Type\s*\/Page\b/.test(head));
  return pages.map(({ head }) => {
    const fonts = fontsOf(objects, head);
    const contents = objects.get(Number(/\/Contents (\d+) 0 R/.exec(head)?.[1]));
    return textOf(contents?.stream.toString('latin1') ?? '', fonts);
  });
}

interface PdfObject {
  readonly head: string;
  readonly stream: Buffer;
}

function objectsOf(file: Buffer): Map<number, PdfObject> {
  const objects = new Map<number, PdfObject>();
  const text = file.toString('latin1');
  for (const { 1: number, index } of text.matchAll(/^(\d+) 0 obj$/gm)) {
    const end = text.indexOf('endobj', index);
    const streamAt = text.indexOf('stream\n', index);
    const hasStream = streamAt !== -1 && streamAt < end;
    const head = text.slice(index, hasStream ? streamAt : end);
    const length = Number(/\/Length (\d+)/.exec(head)?.[1]);
    const stored = hasStream ? file.subarray(streamAt + 7, streamAt + 7 + length) : Buffer.alloc(0);
    const stream = hasStream && head.includes('FlateDecode') ? inflateSync(stored) : stored;
    objects.set(Number(number), { head, stream });
  }
  return objects;
}

type Letters = ReadonlyMap<string, string>;

/** Maps the glyphs of each font of a page to characters. */
function fontsOf(objects: ReadonlyMap<number, PdfObject>, page: string): Map<string, Letters> {
  const resources = objects.get(Number(/\/Resources (\d+) 0 R/.exec(page)?.[1]))?.head ?? '';
  return new Map(
    [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(({ 1: name = '', 2: number }) => {
      const font = objects.get(Number(number))?.head ?? '';
      const map = objects.get(Number(/\/ToUnicode (\d+) 0 R/.exec(font)?.[1]))?.stream.toString('latin1') ?? '';
      return [name, lettersOf(map)];
    }),
  );
}

/** `<0000> <0010> [<0000> <004b> …]` */
function lettersOf(map: string): Letters {
  const letters = new Map<string, string>();
  for (const part of map.split(']')) {
    const [range = '', list = ''] = part.split('[');
    const first = /<([\da-f]{4})> <[\da-f]{4}> $/i.exec(range)?.[1] ?? '';
    [...list.matchAll(/<([\da-f ]*)>/gi)].forEach(({ 1: hex = '' }, index) => {
      const code = (parseInt(first, 16) + index).toString(16).padStart(4, '0');
      letters.set(code, Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'));
    });
  }
  return letters;
}

/** Texts at separate positions, one line each. */
function textOf(content: string, fonts: ReadonlyMap<string, Letters>): string {
  const blocks = content.split('BT\n').slice(1);
  return blocks
    .map((begun) => {
      const [block = ''] = begun.split('ET');
      const letters = fonts.get(/\/(F\d+) /.exec(block)?.[1] ?? '');
      const glyphs = [...block.matchAll(/<([\da-f]+)>/gi)].flatMap(({ 1: hex = '' }) => hex.match(/.{4}/g) ?? []);
      return glyphs.map((glyph) => letters?.get(glyph.toLowerCase()) ?? '\ufffd').join('');
    })
    .join('\n');
}
