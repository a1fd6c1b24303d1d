/**
 * Three kinds of test, told apart by file name, so that the quick ones can be run alone. Types are checked once by
 * `tsc`, not again for every test file.
 *
 * @jest-config-loader esbuild-register
 */
import type { Config } from 'jest';

type Project = Exclude<NonNullable<Config['projects']>[number], string>;

const project = (displayName: string, tests: Project): Project => ({
  displayName,
  roots: ['<rootDir>/machines', '<rootDir>/src', '<rootDir>/scripts'],
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: { '^.+\\.ts$': ['ts-jest', { useESM: true }] },
  // A machine that is busy with a fork bomb in the next test must not fail this one.
  setupFilesAfterEnv: ['<rootDir>/src/testing/patience.mjs'],
  ...tests,
});

const config: Config = {
  reporters: ['default', '<rootDir>/src/testing/summary-reporter.mjs'],
  testSequencer: '<rootDir>/src/testing/test-order.mjs',
  watchman: false,
  // Many of them wait for processes and for time to pass: three at a time keep two cores busy.
  maxWorkers: 3,
  projects: [
    project('unit', {
      testMatch: ['**/*.test.ts'],
      testPathIgnorePatterns: ['/node_modules/', '\\.(model|e2e)\\.test\\.ts$'],
    }),
    project('model', { testMatch: ['**/*.model.test.ts'] }),
    project('e2e', { testMatch: ['**/*.e2e.test.ts'] }),
  ],
};

export default config;
