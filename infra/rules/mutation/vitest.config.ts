import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const root = join(import.meta.dirname, '../../..')

/** The tests that judge mutants: those beside the mutated modules, without the database that the whole run starts. */
export default defineConfig({
  resolve: {
    alias: [
      { find: /^fast-check$/, replacement: join(import.meta.dirname, 'few-runs.ts') },
      // Links of the workspace lead out of the copy with the mutants.
      { find: /^@course-grading\/(contracts|domain)$/, replacement: join(root, 'libs/$1/src/index.ts') },
    ],
  },
  test: {
    root,
    include: [
      'libs/domain/src/{courses,delivery,json}/*.test.ts',
      'libs/http-kit/src/{preconditions,request-target}.test.ts',
      'libs/sealing/src/*.test.ts',
      'services/manual-grading/src/callback/callback-address.test.ts',
    ],
    // A model of its own that takes minutes, and no judge of a mutant.
    exclude: ['**/node_modules/**', '**/delivery-model.test.ts'],
    testTimeout: 15_000,
  },
})
