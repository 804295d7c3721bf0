import { defineConfig } from 'vitest/config'

/** One run for all packages: one embedded PostgreSQL, one template database, a clone for each test file that asks. */
export default defineConfig({
  test: {
    projects: ['libs/*', 'services/*', 'test/*', 'infra/dev', 'infra/postgres'].map((root) => root),
  },
})
