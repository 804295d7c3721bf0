import { chosenArea } from './areas.ts'

const { name, modules } = chosenArea()

/**
 * Mutation tests of one area's modules. Each module must reach the score by itself, which `infra/dev/checks/check-full.mjs`
 * checks.
 */
export default {
  mutate: [...modules],
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'infra/dev/checks/mutation/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  // A mutant that never ends is caught by this; on a busy machine a short limit would call slow tests caught mutants.
  timeoutMS: 20_000,
  timeoutFactor: 3,
  // Stryker would rewrite the project file through the compiler's JavaScript interface, which version 7 does not have.
  tsconfigFile: 'no-tsconfig-is-rewritten.json',
  ignorePatterns: ['.local', '.turbo', 'reports'],
  reporters: ['clear-text', 'json'],
  jsonReporter: { fileName: `reports/mutation-${name}.json` },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  thresholds: { high: 95, low: 90, break: null },
}
