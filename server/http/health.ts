import type { RequestHandler } from 'express';
import type { dependencyNames } from '../telemetry/faultyDependencies';

/** Dependencies beside the database, which may fail while the catalogue is still served. */
export type DependencyName = Exclude<(typeof dependencyNames)[number], 'outbound'>;
/** The fault of a dependency: all that is exposed publicly. */
export type DependencyFault = 'starting' | 'unreachable' | 'missing-credentials' | 'invalid-credentials';
/** checking: the first check has not finished. */
export type DependencyState = DependencyFault | 'checking';
export type FaultyDependencies = Readonly<Partial<Record<DependencyName, DependencyState>>> & {
  /** OUTBOUND is off: no outbound calls. */
  readonly outbound?: 'switched-off';
};

export interface HealthParts {
  readonly closing: () => boolean;
  readonly databaseReady: () => boolean;
  readonly faultyDependencies: () => FaultyDependencies;
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
export function ready({ closing, databaseReady, faultyDependencies, pagesReady }: HealthParts): RequestHandler {
  return (_request, response) => {
    const problem = closing() ? 'stopping' : databaseReady() ? null : 'database';
    response.setHeader('Cache-Control', 'no-store');
    if (problem !== null) {
      response.status(503).setHeader('Retry-After', '2').json({ status: 'unavailable', problem });
      return;
    }
    const parts = faultyDependencies();
    response.json({ ...describeParts(parts), ...(!pagesReady() && { pages: 'missing' }) });
  };
}

function describeParts(parts: FaultyDependencies): { readonly status: string; readonly parts?: FaultyDependencies } {
  const states = Object.values(parts);
  if (states.length === 0) return { status: 'ok' };
  return { status: states.every((state) => state === 'checking') ? 'checking' : 'degraded', parts };
}
