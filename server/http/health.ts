import type { RequestHandler } from 'express';

export interface HealthParts {
  readonly closing: () => boolean;
  readonly databaseReady: () => boolean;
}

/** The process runs: an orchestrator restarts it only when this stops answering. */
export const live: RequestHandler = (_request, response) => {
  response.setHeader('Cache-Control', 'no-store').json({ status: 'ok' });
};

/** Send traffic here or not. */
export function ready({ closing, databaseReady }: HealthParts): RequestHandler {
  return (_request, response) => {
    const problem = closing() ? 'stopping' : databaseReady() ? null : 'database';
    response.setHeader('Cache-Control', 'no-store');
    if (problem === null) response.json({ status: 'ok' });
    else response.status(503).setHeader('Retry-After', '2').json({ status: 'unavailable', problem });
  };
}
