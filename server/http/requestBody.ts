import express, { type RequestHandler } from 'express';
import { BadInputError } from '../errors';
import { sendError } from './httpErrors';

const deepest = 20;
const poisonous = new Set(['__proto__', 'constructor', 'prototype']);
const parse = express.json({ limit: '100kb', type: 'application/json', strict: true });

/** Reads a JSON body of at most 100 kB; anything else never reaches a handler. */
export const jsonBody: readonly RequestHandler[] = [
  (request, response, next) => {
    const empty =
      request.headers['transfer-encoding'] === undefined &&
      ['0', undefined].includes(request.headers['content-length']);
    const bodiless = ['GET', 'HEAD', 'OPTIONS', 'DELETE'].includes(request.method) && empty;
    if (bodiless || request.is('application/json')) next();
    else
      sendError(response, 415, {
        message: 'The body must be sent as application/json.',
        code: 'UNSUPPORTED_MEDIA_TYPE',
      });
  },
  parse,
  (request, _response, next) => {
    request.body ??= {};
    checkShape(request.body);
    next();
  },
];

/** Walks with a list of its own: a body deep enough to matter would overflow the stack. */
function checkShape(body: unknown): void {
  const open: [value: unknown, depth: number][] = [[body, 0]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [value, depth] = next;
    if (typeof value !== 'object' || value === null) continue;
    if (depth > deepest) throw new BadInputError('The request body is nested too deeply.');
    for (const [key, child] of Object.entries(value)) {
      if (poisonous.has(key)) throw new BadInputError(`The request body has an unknown field '${key}'.`, key);
      open.push([child, depth + 1]);
    }
  }
}
