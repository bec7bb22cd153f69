import * as yup from 'yup';
import type { ApiKeyScope, CreateApiKeyInput } from '../../__generated__/lazyOperations';
import { dayMs } from '../../lib/utcDay';

export interface ApiKeyValues {
  name: string;
  scopes: ApiKeyScope[];
  /** Lifetime in days; '' for unlimited. */
  days: '' | '30' | '90' | '365';
}

export const dayChoices = [
  ['90', '90 days'],
  ['30', '30 days'],
  ['365', '1 year'],
  ['', 'Until it is revoked'],
] as const satisfies readonly (readonly [ApiKeyValues['days'], string])[];

export const emptyApiKey: ApiKeyValues = { name: '', scopes: [], days: '90' };

export const apiKeySchema = yup.object({
  name: yup.string().trim().required('Name is required').max(60, 'Name must be at most 60 characters'),
  scopes: yup.array().min(1, 'Choose what the key may do'),
});

export const toInput = ({ name, scopes, days }: ApiKeyValues, now: Date): CreateApiKeyInput => ({
  ...{ name, scopes },
  ...(days !== '' && { expiresAt: new Date(now.getTime() + Number(days) * dayMs).toISOString() }),
});

export const isApiKeyField = (field: string | undefined): field is 'name' | 'scopes' =>
  field === 'name' || field === 'scopes';
