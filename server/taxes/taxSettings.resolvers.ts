import type { Resolvers } from '../__generated__/resolvers';
import { apiTaxClasses } from '../pricing/taxClass';
import { isExample } from '../settings/isExample';
import { previewTax, readTaxSettings, saveTaxSettings } from './taxSettings.service';

export const taxSettingsResolvers: Resolvers = {
  Query: {
    taxSettings: (_, _arguments, context) => readTaxSettings(context),
    taxPreview: async (_, place, context) => {
      const { taxClass, zone, totals } = await previewTax(context, place);
      return {
        price: totals.subtotalCents,
        taxClass: apiTaxClasses[taxClass],
        taxZone: zone,
        rate: totals.lines[0]?.taxRate ?? 0,
        tax: totals.taxCents,
        taxIncluded: totals.taxIncluded,
        total: totals.totalCents,
      };
    },
  },
  Mutation: {
    saveTaxSettings: async (_, { input }, context) => ({ taxSettings: await saveTaxSettings(context, input) }),
  },
  TaxSettings: { zones: ({ zones }) => [...zones], isExample },
  TaxZone: {
    standardRate: ({ rates }) => rates.standard,
    reducedRate: ({ rates }) => rates.reduced,
  },
};
