import type { UserRole } from '../../__generated__/operations';
import type { UserFilter, UserSort } from '../../__generated__/lazyOperations';
import { normalizeSearch } from '../../lib/normalizeSearch';
import type { SortChoice } from '../../ui/tableColumns';

/** Kept in the URL, so that Back and a reload restore them. */
export interface UserFilters {
  search: string;
  role: UserRole | '';
  sort: UserSort;
}

export const roleChoices = [
  ['', 'All'],
  ['ADMIN', 'admin'],
  ['USER', 'user'],
] as const satisfies readonly (readonly [UserRole | '', string])[];

export const sortChoices: readonly SortChoice<UserSort>[] = [
  { value: 'NEWEST', label: 'Newest', column: '', direction: 'desc' },
  { value: 'OLDEST', label: 'Oldest', column: '', direction: 'asc' },
  { value: 'NAME', label: 'Name', column: 'name', direction: 'asc' },
  { value: 'EMAIL', label: 'Email', column: 'email', direction: 'asc' },
];

export function readFilters(params: URLSearchParams): UserFilters {
  return {
    search: normalizeSearch(params.get('search') ?? ''),
    role: roleChoices.find(([role]) => role === params.get('role'))?.[0] ?? '',
    sort: sortChoices.find(({ value }) => value === params.get('sort'))?.value ?? 'NEWEST',
  };
}

export function writeFilters({ search, role, sort }: UserFilters): URLSearchParams {
  const given = { search, role, sort: sort === 'NEWEST' ? '' : sort };
  return new URLSearchParams(Object.entries(given).filter(([, value]) => value !== ''));
}

/** Null without a filter. */
export function toUserFilter({ search, role }: UserFilters): UserFilter | null {
  return search === '' && role === '' ? null : { ...(search !== '' && { search }), ...(role !== '' && { role }) };
}
