// Wire protocol messages as bytes, created independently of the database's own encoder.

export const [opMsg, opQuery] = [2013, 2004];
export const [textType, documentType, arrayType] = [0x02, 0x03, 0x04];

export function header(length: number, opcode: number): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.writeInt32LE(length, 0);
  bytes.writeInt32LE(7, 4);
  bytes.writeInt32LE(opcode, 12);
  return bytes;
}

export function messageOf(...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat([Buffer.alloc(5), ...parts]);
  return Buffer.concat([header(16 + body.length, opMsg), body]);
}

export function sequence(name: string, ...each: readonly Uint8Array[]): Buffer {
  const rest = Buffer.concat([Buffer.from(`${name}\0`), ...each]);
  const start = Buffer.alloc(5);
  start[0] = 1;
  start.writeInt32LE(4 + rest.length, 1);
  return Buffer.concat([start, rest]);
}

export type Level = readonly [type: number, name: string];

/** Nested documents, built without recursion because of their depth. */
export function nest(depth: number, levels: readonly Level[]): Buffer {
  const chain = Array.from({ length: depth }, (_, at) => levels[at % levels.length] as Level);
  const innermost = 5;
  let length = chain.reduce((sum, [, name]) => sum + 4 + 1 + name.length + 1 + 1, innermost);
  const bytes = Buffer.alloc(length);
  let at = 0;
  for (const [type, name] of chain) {
    bytes.writeInt32LE(length, at);
    bytes[at + 4] = type;
    bytes.write(name, at + 5, 'latin1');
    at += 4 + 1 + name.length + 1;
    length -= 4 + 1 + name.length + 1 + 1;
  }
  bytes.writeInt32LE(innermost, at);
  return bytes;
}

export function element(type: number, name: string, value: Buffer): Buffer {
  return Buffer.concat([Buffer.from([type]), Buffer.from(`${name}\0`), value]);
}

export function textElement(name: string, value: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32LE(value.length + 1);
  return element(textType, name, Buffer.concat([length, Buffer.from(`${value}\0`)]));
}

export function documentOf(...elements: readonly Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.alloc(4), ...elements, Buffer.alloc(1)]);
  body.writeInt32LE(body.length, 0);
  return body;
}

/** A seeded random number generator; returns numbers from 0 up to, but not including, `most`. */
export function seededNumbers(seed: number): (most: number) => number {
  let state = seed | 0;
  return (most) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * most);
  };
}
