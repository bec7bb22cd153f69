import express, { type Request, type RequestHandler } from 'express';
import { BadInputError, cutName } from '../errors';
import { sendError } from './httpErrors';

const deepest = 20;

/** How a content type is parsed. */
interface BodyKind {
  readonly type: string;
  /** Used in error messages. */
  readonly name: string;
  readonly read: (bytes: Buffer) => unknown;
}

const json: BodyKind = { type: 'application/json', name: 'a JSON object', read: readJsonBody };
const csv: BodyKind = { type: 'text/csv', name: 'a CSV file', read: readText };

const readRaw = express.raw({ limit: '100kb', type: [json.type, csv.type] });

/** The raw bytes, if a middleware has read the body already. */
const readBytes: RequestHandler = (request, response, next) =>
  Buffer.isBuffer(request.body) ? next() : readRaw(request, response, next);

const decoder = new TextDecoder('utf-8', { fatal: true });
const unsupported = { code: 'UNSUPPORTED_MEDIA_TYPE' };

/** Reads a body of at most 100 kB: JSON, or CSV where `isCsv` says so. Everything else is rejected. */
export function readBody(isCsv: (request: Request) => boolean): readonly RequestHandler[] {
  const kindOf = (request: Request) => (isCsv(request) ? csv : json);
  return [
    (request, response, next) => {
      const { type, name } = kindOf(request);
      const empty =
        request.headers['transfer-encoding'] === undefined &&
        ['0', undefined].includes(request.headers['content-length']);
      const bodiless = ['GET', 'HEAD', 'OPTIONS', 'DELETE'].includes(request.method) && empty;
      const given = request.headers['content-type'];
      if (bodiless) next();
      else if (empty && (given === undefined || given.split(';')[0]?.trim().toLowerCase() === type))
        next(new BadInputError(`The request needs a body, which is ${name}.`));
      else if (!request.is(type))
        sendError(response, 415, { message: `The body must be sent as ${type}.`, ...unsupported });
      else if (!/^utf-?8$/i.test(charsetOf(given)))
        sendError(response, 415, { message: 'The request body must be UTF-8.', ...unsupported });
      else next();
    },
    readBytes,
    (request, _response, next) => {
      request.body = Buffer.isBuffer(request.body) ? kindOf(request).read(request.body) : {};
      next();
    },
  ];
}

export const jsonBody = readBody(() => false);

function charsetOf(contentType = ''): string {
  return /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(contentType)?.[1] ?? 'utf-8';
}

/** Parses JSON; throws errors for the client. */
export function readJsonBody(bytes: Buffer): Readonly<Record<string, unknown>> {
  if (bytes.length === 0) return {};
  const body = readJson(readText(bytes));
  if (typeof body !== 'object' || body === null) throw new BadInputError('The request body must be a JSON object.');
  return body as Record<string, unknown>;
}

function readText(bytes: Buffer): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new BadInputError('The request body must be UTF-8.');
  }
}

/** `name`: the parameter that holds the JSON. */
export function readJson(text: string, name?: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new BadInputError(
      `${name === undefined ? 'The request' : `The parameter '${name}'`} is not valid JSON.`,
      name,
    );
  }
  checkShape(value);
  const repeated = repeatedKey(text);
  if (repeated !== null) throw new BadInputError(`The request has the field '${cutName(repeated)}' twice.`, repeated);
  return value;
}

/** Iterative: recursion on a deeply nested body would overflow the stack. */
function checkShape(body: unknown): void {
  const open: [value: unknown, depth: number][] = [[body, 0]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [value, depth] = next;
    if (typeof value !== 'object' || value === null) continue;
    if (depth > deepest) throw new BadInputError('The request is nested too deeply.');
    for (const [key, child] of Object.entries(value)) {
      // Inherited property names: __proto__, constructor, hasOwnProperty and the like.
      if (key in Object.prototype || key === 'prototype')
        throw new BadInputError(`The request has an unknown field '${key}'.`, key);
      open.push([child, depth + 1]);
    }
  }
}

/**
 * The first duplicate key in valid JSON. JSON.parse uses the last one, while a proxy in front may have checked the
 * first.
 */
function repeatedKey(json: string): string | null {
  const open: Set<string>[] = [];
  let lastText = '""';
  for (let at = 0; at < json.length; at += 1) {
    const unit = json[at];
    if (unit === '{') open.push(new Set());
    else if (unit === '}') open.pop();
    else if (unit === '"') {
      const start = at;
      for (at += 1; json[at] !== '"'; at += 1) if (json[at] === '\\') at += 1;
      lastText = json.slice(start, at + 1);
    } else if (unit === ':') {
      const key = JSON.parse(lastText) as string;
      if (open.at(-1)?.has(key)) return key;
      open.at(-1)?.add(key);
    }
  }
  return null;
}
