import { ConflictError } from '../errors';

const maximumAttempts = 5;

/** Re-reads and retries changes that are valid regardless of concurrent ones. */
export async function retryOnConflict<T>(attempt: () => Promise<T>): Promise<T> {
  for (let number = 1; ; number += 1) {
    try {
      return await attempt();
    } catch (error) {
      const wasOvertaken = error instanceof ConflictError && ['version', 'slug'].includes(error.field ?? '');
      if (!wasOvertaken || number === maximumAttempts) throw error;
    }
  }
}
