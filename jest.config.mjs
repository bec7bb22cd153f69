import { version } from 'esbuild';

/** @type {import('jest').Config} */
const compiled = {
  transform: {
    '^.+\\.(t|j|mj)sx?$': [
      '<rootDir>/tools/scripts/esbuildForJest.mjs',
      {
        version,
        format: 'cjs',
        target: 'node20',
        jsx: 'automatic',
        sourcemap: 'external',
        // Jest's modules are CommonJS.
        supported: { 'dynamic-import': false },
        define: { 'import.meta.url': 'importMetaUrl' },
        banner: 'const importMetaUrl = require("node:url").pathToFileURL(__filename).href;',
      },
    ],
  },
  // Packages that ship ES modules only, or load some of Node by import(); everything else is loaded as it is.
  transformIgnorePatterns: ['/node_modules/(?!any-ascii/|@opentelemetry/otlp-exporter-base/)'],
};

/** @type {import('jest').Config} */
const config = {
  projects: [
    {
      ...compiled,
      displayName: 'node',
      testEnvironment: 'node',
      roots: ['<rootDir>/server', '<rootDir>/client', '<rootDir>/packages', '<rootDir>/tools'],
      testMatch: ['**/*.test.ts'],
      moduleNameMapper: { '^graphql$': '<rootDir>/tools/scripts/graphqlForJest.cjs' },
    },
    {
      ...compiled,
      displayName: 'jsdom',
      testEnvironment: '<rootDir>/client/testing/environment.ts',
      roots: ['<rootDir>/client'],
      testMatch: ['**/*.test.tsx'],
      setupFiles: ['<rootDir>/client/testing/browser.ts'],
      setupFilesAfterEnv: ['<rootDir>/client/testing/setup.ts'],
      // Rules of the shop's sheets are for real browsers.
      moduleNameMapper: { '\\.css$': '<rootDir>/client/testing/emptySheet.ts' },
    },
  ],
  testSequencer: '<rootDir>/tools/scripts/longestFirst.mjs',
  // What hundreds of files leave behind makes garbage collections of seconds, in which a test's own clients stand still.
  workerIdleMemoryLimit: '1GB',
  // With the full figures a test repeats what it does ten times and more.
  testTimeout: process.env.KIOSK_LONG ? 300_000 : 30_000,
};

export default config;
