import type { RequestHandler } from 'express';
import type { partNames } from '../telemetry/faultyParts';

/** What the shop works with beside its database, which can be away while the catalogue is still served. */
export type PartName = Exclude<(typeof partNames)[number], 'outbound'>;
/** What is wrong with one of them: all that strangers learn of it. */
export type PartFault = 'starting' | 'unreachable' | 'missing-credentials' | 'invalid-credentials';
/** checking: the first look at it has not ended. */
export type PartState = PartFault | 'checking';
export type FaultyParts = Readonly<Partial<Record<PartName, PartState>>> & {
  /** By OUTBOUND: nothing is sent. */
  readonly outbound?: 'switched-off';
};

export interface HealthParts {
  readonly closing: () => boolean;
  readonly databaseReady: () => boolean;
  readonly faultyParts: () => FaultyParts;
  /** Whether the storefront's files are there. */
  readonly pagesReady: () => boolean;
}

/** The process runs: an orchestrator restarts it only when this stops answering. */
export const live: RequestHandler = (_request, response) => {
  response.setHeader('Cache-Control', 'no-store').json({ status: 'ok' });
};

/**
 * Send traffic here or not. Without its database a process can serve nobody; where another part is away, all processes lack it,
 * and to take them away from the catalogue would make it worse.
 */
export function ready({ closing, databaseReady, faultyParts, pagesReady }: HealthParts): RequestHandler {
  return (_request, response) => {
    const problem = closing() ? 'stopping' : databaseReady() ? null : 'database';
    response.setHeader('Cache-Control', 'no-store');
    if (problem !== null) {
      response.status(503).setHeader('Retry-After', '2').json({ status: 'unavailable', problem });
      return;
    }
    const parts = faultyParts();
    response.json({ ...describeParts(parts), ...(!pagesReady() && { pages: 'missing' }) });
  };
}

function describeParts(parts: FaultyParts): { readonly status: string; readonly parts?: FaultyParts } {
  const states = Object.values(parts);
  if (states.length === 0) return { status: 'ok' };
  return { status: states.every((state) => state === 'checking') ? 'checking' : 'degraded', parts };
}
