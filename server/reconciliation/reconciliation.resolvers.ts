import type { Resolvers } from '../__generated__/resolvers';
import { authorize } from '../auth/authorize';
import type { Context } from '../context';
import { requirePayments } from '../payments/noProvider';
import { reconcileDay, reconciliationId, type ReconcileDeps } from './reconcileDay';
import { fixDifference } from './fixDifference';
import { parseDay, type Day } from './reconciledDay';
import type { StoredReconciliation } from './reconciliations.repository';

const reconcileDepsOf = ({ repositories, saga, now, log }: Context): ReconcileDeps => ({
  ...{ repositories, provider: saga.provider, now, log },
});

const shown = ({ name: day }: Pick<Day, 'name'>, stored: StoredReconciliation) => ({
  ...{ day, checkedAt: stored.checkedAt, movements: stored.movements, differenceCount: stored.differenceCount },
  ...{ providerTotal: stored.providerCents, ordersTotal: stored.ordersCents },
  differences: stored.differences.map((difference) => {
    const { id, kind, providerId, order, providerCents, orderCents, canFix } = difference;
    const amounts = { providerAmount: providerCents, orderAmount: orderCents };
    return { id, kind, providerId, orderNumber: order, ...amounts, canFix };
  }),
});

export const reconciliationResolvers: Resolvers = {
  Query: {
    async reconciliation(_, input, context) {
      await authorize(context, 'reconciliation');
      const day = parseDay(input, context.now());
      const { repositories, saga } = context;
      const stored = await repositories.reconciliations.find(reconciliationId(saga.provider, day));
      return stored && shown(day, stored);
    },
  },
  Mutation: {
    async checkReconciliation(_, { input }, context) {
      await authorize(context, 'checkReconciliation');
      const day = parseDay(input, context.now());
      requirePayments(context.saga.provider);
      return { reconciliation: shown(day, await reconcileDay(reconcileDepsOf(context), day)) };
    },
    async fixDifference(_, { input }, context) {
      const { day, stored } = await fixDifference(context, input);
      return { reconciliation: shown(day, stored) };
    },
  },
};
