import type { Environment } from '../env';
import type { ShopKeyRepository } from '../database/shopKey.repository';
import type { AddressRules } from './endpointUrl';
import type { SecretSource } from './webhookSecrets';

export function webhookContext(
  { firebase, webhooks }: Pick<Environment, 'firebase' | 'webhooks'>,
  shopKey: ShopKeyRepository,
): { readonly rules: AddressRules; readonly secrets: SecretSource } {
  const { privateAddresses, keys } = webhooks;
  return {
    rules: { privateAddresses, plainLoopback: privateAddresses && firebase === null },
    secrets: { keys, shopMac: shopKey.mac },
  };
}
