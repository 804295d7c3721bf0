import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { defineConfig } from 'vitest/config'
import type { Reporter } from 'vitest/node'
import { leftOutReporter } from './infra/dev/checks/left-out-reporter.ts'

/**
 * Packages each of whose test files has a process of its own, because they change theirs, or have few files. Those of the others share
 * one in each worker, after each other, and load what they share once: half of a service's time went to loading.
 */
const ownProcesses = [
  'bench',
  'bundle',
  'database',
  'docs-pages',
  'embedded-postgres',
  'jobs',
  'openapi-client',
  'seeded-defects',
]

/** `npm test` leaves out what takes minutes. Runs that tests start in turn do not. */
const isQuick = process.env['QUICK'] === '1'
Reflect.deleteProperty(process.env, 'QUICK')

/** One run for all packages, each a project of its package's name: one PostgreSQL, a clone for each file that asks. */
export default defineConfig({
  test: {
    // Much of the time is waited for others: a machine of two processors has time for two files. Against an A+ that is given, the
    // files of facts go one after the other: several of them grade the one submission that they may.
    maxWorkers: process.env['UPSTREAM_UNDER_TEST'] === undefined ? Math.max(2, availableParallelism() - 1) : 1,
    reporters: reporters(),
    globalSetup: [checks('temp-folder-of-run.ts'), join(import.meta.dirname, 'test/database/src/global-setup.ts')],
    projects: packagesAsked().map(({ root, name }) => ({
      root,
      test: {
        name,
        include: ['src/**/*.test.{ts,tsx}', 'bin/**/*.test.ts'],
        exclude: ['**/node_modules/**', '**/dist/**', ...(isQuick ? ['**/*.long.test.{ts,tsx}'] : [])],
        setupFiles: [checks('temp-folder-of-file.ts'), checks('end-with-tests.ts')],
        // These limits are for tests that hang. Slow tests may use much of them, since some machines are many times slower than others.
        testTimeout: 120_000,
        hookTimeout: 180_000,
        expect: { poll: { timeout: 60_000, interval: 20 } },
        isolate: ownProcesses.includes(basename(root)),
        // Its files build in one folder.
        fileParallelism: basename(root) !== 'docs-pages',
        provide: { fullRun: process.env['FULL'] === '1' },
      },
    })),
  },
})

/** TEST_REPORT_DIR also gets the counts as JSON; runs that tests start in turn are not part of it. */
function reporters(): ['default', Reporter] | ['default', Reporter, ['json', { outputFile: string }]] {
  const reportDir = process.env['TEST_REPORT_DIR']
  Reflect.deleteProperty(process.env, 'TEST_REPORT_DIR')
  if (reportDir === undefined) return ['default', leftOutReporter]
  return ['default', leftOutReporter, ['json', { outputFile: join(reportDir, `vitest-${process.pid}.json`) }]]
}

function checks(file: string): string {
  return join(import.meta.dirname, 'infra/dev/checks', file)
}

/** All packages, or those that `--project` names: vitest reads each before it leaves any out. */
function packagesAsked(): { root: string; name: string }[] {
  const manifests = globSync('{libs,services,test,infra/dev}/*/package.json', { cwd: import.meta.dirname }).sort()
  const packages = manifests.map((manifest) => ({
    root: join(import.meta.dirname, dirname(manifest)),
    name: JSON.parse(readFileSync(join(import.meta.dirname, manifest), 'utf8')).name,
  }))
  const asked = packages.filter(({ name }) => process.argv.some((arg) => arg === name || arg === `--project=${name}`))
  return asked.length > 0 ? asked : packages
}
