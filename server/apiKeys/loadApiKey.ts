import { apiKeyUid } from '../auth/apiKeyText';
import { invalidApiKey } from '../auth/authorize';
import type { SignedIn } from '../context';
import type { ApiKeyReader, WrongKeyLimits } from './apiKeyReader';

/** An API key is a caller of its own, without account, e-mail or role, and independent of its creator. */
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
