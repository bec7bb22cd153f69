import { format } from 'node:util';
import { waitFor } from '@testing-library/dom';

const errors: string[] = [];

/** Collects console errors; the returned function restores the console and returns the unexpected ones. */
export function watchConsole(): () => string[] {
  const { error } = console;
  errors.length = 0;
  console.error = (...parts: unknown[]) => void errors.push(format(...parts));
  return () => {
    console.error = error;
    return errors.splice(0);
  };
}

/** Waits for the client to log the error; every other one fails the test. */
export async function expectLogged(words: string): Promise<void> {
  await waitFor(() => expect(errors.join('\n')).toContain(words));
  for (let at = errors.length - 1; at >= 0; at -= 1) if (errors[at]?.includes(words)) errors.splice(at, 1);
}
