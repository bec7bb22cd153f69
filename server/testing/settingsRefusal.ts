import { EnvironmentError, readEnvironment } from '../env';

/** Why a start with these settings is refused, or 'accepted'. */
export function settingsRefusal(source: Record<string, string>): string {
  try {
    readEnvironment(source as unknown as NodeJS.ProcessEnv);
  } catch (error) {
    if (error instanceof EnvironmentError) return error.message;
    throw error;
  }
  return 'accepted';
}
