import type { AuditFilter, AuditKind } from '../../__generated__/lazyOperations';
import { dayRange } from '../../lib/dayRange';
import { emailPattern } from '../../lib/emailPattern';
import { normalizeSearch } from '../../lib/normalizeSearch';
import { isKind } from './auditLabels';

/** Kept in the URL, so that Back and a reload restore them. */
export interface AuditFilters {
  person: string;
  kind: AuditKind | '';
  from: string;
  to: string;
}

export function readFilters(search: URLSearchParams): AuditFilters {
  const kind = search.get('kind') ?? '';
  return {
    person: normalizeSearch(search.get('person') ?? ''),
    kind: isKind(kind) ? kind : '',
    from: search.get('from') ?? '',
    to: search.get('to') ?? '',
  };
}

export function writeFilters(filters: AuditFilters): URLSearchParams {
  return new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ''));
}

/** The log can be filtered by complete e-mail addresses only. */
export const isEmail = (text: string): boolean => emailPattern.test(text);

/** Both days are whole days in the browser's time zone (decision 32). */
export function toAuditFilter({ person, kind, from, to }: AuditFilters): AuditFilter {
  const first = dayRange(from)?.from;
  const last = dayRange(to)?.to;
  return {
    ...(isEmail(person) && { actorEmail: person }),
    ...(kind !== '' && { kind }),
    ...(first && { from: first.toISOString() }),
    ...(last && { to: last.toISOString() }),
  };
}
