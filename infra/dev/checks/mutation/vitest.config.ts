import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { chosenArea } from './areas.ts'

const root = join(import.meta.dirname, '../../../..')

/** The tests that judge mutants: those of the area, without the database of the whole run. */
export default defineConfig({
  resolve: {
    alias: [
      { find: /^fast-check$/, replacement: join(import.meta.dirname, 'few-runs.ts') },
      // Links of the workspace lead out of the copy with the mutants.
      { find: /^@course-grading\/(contracts|domain)\/(.+)$/, replacement: join(root, 'libs/$1/src/$2.ts') },
    ],
  },
  test: {
    root,
    include: [...chosenArea().tests],
    testTimeout: 15_000,
  },
})
