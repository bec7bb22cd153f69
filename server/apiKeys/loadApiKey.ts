import { apiKeyUid } from '../auth/apiKeyText';
import { invalidApiKey } from '../auth/authorize';
import type { SignedIn } from '../context';
import type { ApiKeyReader, WrongKeyLimits } from './apiKeyReader';

/** The key as a caller of its own: it has neither account, e-mail nor role, and whoever made it is nobody here. */
export async function loadApiKey(reader: ApiKeyReader, text: string, limits: WrongKeyLimits): Promise<SignedIn> {
  const key = await reader.find(text, limits);
  if (!key) throw invalidApiKey();
  const { _id, scopes } = key;
  return {
    viewer: { uid: apiKeyUid(_id.toHexString()), email: null, emailVerified: false, token: null },
    record: null,
    accessToken: '',
    apiKey: { id: _id, scopes },
  };
}
