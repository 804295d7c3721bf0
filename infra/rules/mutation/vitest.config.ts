import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** The tests that judge mutants: those beside the mutated modules, without the database that the whole run starts. */
export default defineConfig({
  resolve: { alias: [{ find: /^fast-check$/, replacement: join(import.meta.dirname, 'few-runs.ts') }] },
  test: {
    root: join(import.meta.dirname, '../../..'),
    include: [
      'libs/domain/src/{courses,json}/*.test.ts',
      'libs/http-kit/src/{preconditions,read-json,request-target}.test.ts',
    ],
    exclude: ['**/node_modules/**'],
    testTimeout: 15_000,
  },
})
