import type { RequestHandler } from 'express';
import type { partNames } from '../telemetry/faultyParts';

/** Dependencies beside the database, which may fail while the catalogue is still served. */
export type PartName = Exclude<(typeof partNames)[number], 'outbound'>;
/** The fault of a dependency: all that is exposed publicly. */
export type PartFault = 'starting' | 'unreachable' | 'missing-credentials' | 'invalid-credentials';
/** checking: the first check has not finished. */
export type PartState = PartFault | 'checking';
export type FaultyParts = Readonly<Partial<Record<PartName, PartState>>> & {
  /** OUTBOUND is off: no outbound calls. */
  readonly outbound?: 'switched-off';
};

export interface HealthParts {
  readonly closing: () => boolean;
  readonly databaseReady: () => boolean;
  readonly faultyParts: () => FaultyParts;
  /** Whether the storefront's files are present. */
  readonly pagesReady: () => boolean;
}

/** Liveness: an orchestrator restarts the process if this fails. */
export const live: RequestHandler = (_request, response) => {
  response.setHeader('Cache-Control', 'no-store').json({ status: 'ok' });
};

/**
 * Readiness. Without its database a process can serve nothing; any other dependency is missing in all processes, and
 * taking them out of rotation would take the catalogue down, too.
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
