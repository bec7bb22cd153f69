import type { BuildOptions } from 'esbuild';

export const serverBundles: (outdir: string) => BuildOptions;
export const buildServer: () => Promise<void>;
