import { dollars } from '../pricing/dollars';
import type { DescribedSettings } from '../settings/saveSettings';
import type { ShippingMethod, ShippingSettings } from '../settings/shopSettings';

export function describeShipping({ zones, excludedCountries }: ShippingSettings): DescribedSettings {
  return new Map([
    ['Order of zones', zones.map(({ name }) => name).join('\n')],
    ...zones.flatMap(({ name, countries, methods }) => [
      [`Countries of ${name}`, countries?.join('\n') ?? 'Every country'] as const,
      [`Order of methods of ${name}`, methods.map((method) => method.name).join('\n')] as const,
      ...methods.map((method) => [`${name}: ${method.name}`, describeMethod(method)] as const),
    ]),
    ['Not delivered to', excludedCountries.join('\n')],
  ]);
}

const workingDays = (days: number): string => `${days} working ${days === 1 ? 'day' : 'days'}`;

function describeMethod({ priceCents, freeAboveCents, minDays, maxDays, isOffered }: ShippingMethod): string {
  return [
    dollars(priceCents),
    freeAboveCents === null ? 'never free' : `free above ${dollars(freeAboveCents)}`,
    minDays === maxDays ? workingDays(maxDays) : `${minDays} to ${workingDays(maxDays)}`,
    isOffered ? 'offered' : 'not offered',
  ].join(', ');
}
