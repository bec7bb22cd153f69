/** @type {import('jest').Config} */
const compiled = {
  transform: {
    '^.+\\.(t|j|mj)sx?$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', tsx: true },
          target: 'es2023',
          transform: { react: { runtime: 'automatic' } },
        },
        module: { type: 'commonjs' },
      },
    ],
  },
  // Packages that ship ES modules only; everything else is loaded as it is.
  transformIgnorePatterns: ['/node_modules/(?!any-ascii/)'],
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
