/** Invalid command-line arguments; nothing was executed. */
export class UsageError extends Error {}

const wrongCall = 2;

function isWrongCall(error: unknown): boolean {
  if (error instanceof UsageError) return true;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && code.startsWith('ERR_PARSE_ARGS');
}

/** Runs a CLI command: a failure prints one sentence and exits with 2 for invalid arguments, else 1. */
export function runCommand(usage: string, main: () => Promise<void>): void {
  main().catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    console.error(isWrongCall(error) && message !== usage ? `${message}\n${usage}` : message);
    process.exitCode = isWrongCall(error) ? wrongCall : 1;
  });
}
