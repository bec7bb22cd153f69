import { ConflictError } from '../errors';

const maximumAttempts = 5;

/** For changes that are right whatever somebody else has changed in the same moment: looks and tries again. */
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
