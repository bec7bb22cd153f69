export function findShared(path: string): string | null;
