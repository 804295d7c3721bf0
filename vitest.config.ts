import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** One run for all packages, each a project of its package's name: one embedded PostgreSQL, a clone for each test file that asks. */
export default defineConfig({
  test: {
    globalSetup: [join(import.meta.dirname, 'test/database/src/global-setup.ts')],
    projects: packageRoots().map((root) => ({
      root,
      test: {
        name: JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).name,
        include: ['src/**/*.test.ts', 'bin/**/*.test.ts'],
        exclude: ['**/node_modules/**', '**/dist/**'],
        testTimeout: 15_000,
        hookTimeout: 30_000,
      },
    })),
  },
})

function packageRoots(): string[] {
  const manifests = globSync(['libs/*/package.json', 'services/*/package.json', 'test/*/package.json', 'infra/{dev,postgres}/package.json'], {
    cwd: import.meta.dirname,
  })
  return manifests.map((manifest) => join(import.meta.dirname, dirname(manifest))).sort()
}
