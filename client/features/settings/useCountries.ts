import { useQuery } from '@apollo/client/react';
import { CountriesDocument, type CountriesQuery } from '../../__generated__/lazyOperations';

export type Country = CountriesQuery['countries'][number];

/** Country names by code; the code itself while they load. */
export function useCountries() {
  const { data, error, refetch } = useQuery(CountriesDocument);
  const countries: readonly Country[] = data?.countries ?? [];
  const nameOf = (code: string) => countries.find((country) => country.code === code)?.name ?? code;
  return { countries, nameOf, hasFailed: error !== undefined, retry: () => void refetch().catch(() => undefined) };
}
