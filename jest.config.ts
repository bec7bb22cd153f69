/** @jest-config-loader esbuild-register */
import type { Config } from 'jest';

const config: Config = {
  testEnvironment: 'node',
  roots: ['<rootDir>/server', '<rootDir>/client', '<rootDir>/packages', '<rootDir>/tools'],
  testMatch: ['**/*.test.ts', '**/*.test.tsx'],
  transform: {
    '^.+\\.(t|j|mj)sx?$': [
      'ts-jest',
      {
        diagnostics: false,
        tsconfig: {
          module: 'CommonJS',
          moduleResolution: 'Node10',
          ignoreDeprecations: '6.0',
          target: 'ES2023',
          jsx: 'react-jsx',
          esModuleInterop: true,
          isolatedModules: true,
          allowJs: true,
        },
      },
    ],
  },
  // Packages that ship ES modules only; everything else is loaded as it is.
  transformIgnorePatterns: ['/node_modules/(?!any-ascii/)'],
  testSequencer: '<rootDir>/tools/scripts/longestFirst.mjs',
  // What hundreds of files leave behind makes garbage collections of seconds, in which a test's own clients stand still.
  workerIdleMemoryLimit: '1GB',
  // With the full figures a test repeats what it does ten times and more.
  testTimeout: process.env['KIOSK_LONG'] ? 300_000 : 30_000,
};

export default config;
